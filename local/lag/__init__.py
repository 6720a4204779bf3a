"""Global secondary indexes that lag behind, as they do in AWS: a second engine follows the streams and answers them."""
