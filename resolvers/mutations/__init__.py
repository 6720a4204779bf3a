"""What can be changed: functions named like their mutations, one module for each thing that changes."""
