"""Runs a handler of the package as Lambda does: nothing but the package and Python's own library to import from.

python -I -S lambda_runner.py <package> <module.handler>     events on standard input, answers on standard output
"""

import importlib
import json
import sys

package, handler_name = sys.argv[1:]
sys.path.insert(0, package)


class Context:
    """What Lambda tells a function of itself."""

    function_name = "tessera"
    memory_limit_in_mb = 1024
    invoked_function_arn = "arn:aws:lambda:us-east-1:123456789012:function:tessera"
    aws_request_id = "00000000-0000-0000-0000-000000000000"

    def get_remaining_time_in_millis(self) -> int:
        return 29_000


module_name, function_name = handler_name.rsplit(".", 1)
handler = getattr(importlib.import_module(module_name), function_name)
for line in sys.stdin:
    answer = handler(json.loads(line), Context())
    sys.stdout.write("answer " + json.dumps(answer) + "\n")
    sys.stdout.flush()
    outside = {
        str(module.__file__).split("/site-packages/")[0]
        for module in list(sys.modules.values())
        if "/site-packages/" in str(getattr(module, "__file__", None))
    }
    if outside:
        sys.exit(f"imported from elsewhere: {outside}")
