"""`python -m resolvers` prints schema.graphql, or says what is not described yet."""

import sys

from resolvers.schema.completeness import Undescribed
from resolvers.schema.sdl import schema_text

try:
    print(schema_text(), end="")
except Undescribed as error:
    sys.exit(str(error))
