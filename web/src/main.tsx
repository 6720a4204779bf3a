import "./styles/variables.css";
import "./styles/base.css";

import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { readConfig } from "./api/config.ts";
import { comeBack } from "./api/signIn.ts";
import { openOldLink } from "./pages/api/links.ts";

openOldLink();
const root = createRoot(document.getElementById("page")!);
try {
  const config = await readConfig();
  root.render(<App config={config} signedIn={config.signIn && (await comeBack(config.signIn))} />);
} catch (fault) {
  root.render(
    <p className="starting" role="alert">
      {fault instanceof Error ? fault.message : String(fault)} <a href="./">Start again</a>
    </p>,
  );
}
