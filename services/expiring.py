"""The tag of objects that a bucket may delete after a time: those of documents that this API made, and no others."""

EXPIRING = ("tessera", "expires")
