"""What breaks between a server and its people: lines, phones, windows. The server's own breakdowns are beside."""
