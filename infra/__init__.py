"""Where it runs: tables, functions, AppSync, auth and alarms, wired from the same declarations as everything else."""
