import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["src/api/generated/**"] },
  ...tseslint.configs.recommended,
  ...tseslint.configs.stylistic,
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "react-hooks/incompatible-library": "off", // it is about React's compiler, which is not used here
      "max-lines": ["error", 200],
      "no-console": "error",
      eqeqeq: ["error", "smart"],
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { files: ["src/parts/**", "src/frame/**"], rules: { "max-lines": ["error", 150] } },
);
