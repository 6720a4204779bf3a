import "@graphiql/react/style.css";
import "@graphiql/plugin-doc-explorer/style.css";
import "@graphiql/plugin-history/style.css";
import "@graphiql/plugin-explorer/style.css";
import "graphiql/graphiql.css";
import "./page.css";
import "./footer.css";
import "./narrow.css";
import "./workers.js";

import { createRoot } from "react-dom/client";
import { readConfig } from "./config.js";
import { sentenceOf } from "./failures.js";
import { Page } from "./page.jsx";

const root = createRoot(document.getElementById("page"));
try {
  root.render(<Page config={await readConfig()} />);
} catch (error) {
  root.render(<p className="loading">{sentenceOf(error)}</p>);
}
