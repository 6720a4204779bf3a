import { goToSignIn } from "../api/signIn.ts";
import { useTessera } from "../api/tessera.tsx";

/** Leads to the user pool's own pages, and back to where one is. */
export function SignIn() {
  const { config } = useTessera();
  return <button onClick={() => void goToSignIn(config.signIn!)}>Sign in</button>;
}
