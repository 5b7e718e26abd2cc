"""The published language of Xiban: what a client and a server may say to each other.

Imports msgspec only; knows no rules, no time and no network.
"""
