"""Lambda's event source mapping at home: the engine's streams wake the publisher."""
