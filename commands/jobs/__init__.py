"""Changes of jobs, queues, instances and sweeps."""
