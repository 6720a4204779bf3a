// The rules of APPSYNC_JS, those that need types included.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const appsync = require('@aws-appsync/eslint-plugin');
const parser = require('@typescript-eslint/parser');

const rules = (appsync.default ?? appsync).configs.recommended;
export default [
  ...(Array.isArray(rules) ? rules : [rules]),
  {
    files: ['**/*.js'],
    languageOptions: {
      parser,
      parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, tsconfigRootDir: process.cwd() },
    },
  },
];
