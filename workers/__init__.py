"""What happens: Lambdas that streams, buckets and queues wake."""
