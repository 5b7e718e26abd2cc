"""Which rooms there are, where they live, and how one comes to be."""
