import { ToolbarButton, useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { useEffect, useRef, useState } from "react";

const SHOWN_MILLISECONDS = 4000;

/** An address that opens a tab with this query and these variables. Never headers: they may hold a token. */
export function linkTo(query, variables) {
  const parts = new URLSearchParams({ query, ...(variables?.trim() ? { variables } : {}) });
  return `${location.origin}${location.pathname}#${parts}`;
}

/** The tab that the address of the page asks for, if any. */
function linked() {
  const parts = new URLSearchParams(location.hash.slice(1));
  return parts.get("query") ? { query: parts.get("query"), variables: parts.get("variables") ?? "" } : null;
}

/** Opens the tab of a link; it is never run by itself. */
export function OpenLink() {
  const { addTab, changeTab } = useGraphiQLActions();
  const [queryEditor, variableEditor] = useGraphiQL((state) => [state.queryEditor, state.variableEditor]);
  const shown = useRef();
  shown.current = useGraphiQL(({ tabs, activeTabIndex }) => ({ tabs, activeTabIndex }));
  useEffect(() => {
    if (!queryEditor || !variableEditor) return undefined;
    const open = () => {
      const asked = linked();
      if (!asked) return;
      history.replaceState(null, "", location.pathname + location.search);
      const isAsked = ({ query, variables }) => query === asked.query && (variables ?? "") === asked.variables;
      if (isAsked({ query: queryEditor.getValue(), variables: variableEditor.getValue() })) return;
      const { tabs, activeTabIndex } = shown.current; // what is stored of the tab in sight lags behind its editors
      const known = tabs.findIndex((tab, index) => index !== activeTabIndex && isAsked(tab));
      if (known >= 0) return void changeTab(known);
      addTab();
      queryEditor.setValue(asked.query);
      variableEditor.setValue(asked.variables);
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [queryEditor, variableEditor, addTab, changeTab]);
  return null;
}

export function CopyLink() {
  const [queryEditor, variableEditor] = useGraphiQL((state) => [state.queryEditor, state.variableEditor]);
  const [told, setTold] = useState("");
  useEffect(() => {
    const timer = told && setTimeout(() => setTold(""), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async () => {
    const link = linkTo(queryEditor.getValue(), variableEditor.getValue());
    try {
      await navigator.clipboard.writeText(link);
      setTold("Link copied");
    } catch {
      history.replaceState(null, "", link);
      setTold("The link is in the address bar");
    }
  };
  return (
    <span className="tessera-link">
      <ToolbarButton onClick={copy} label="Copy a link to this query and its variables">
        <LinkIcon />
      </ToolbarButton>
      <span role="status">{told}</span>
    </span>
  );
}

function LinkIcon() {
  return (
    <svg className="graphiql-toolbar-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4L12 5.6" strokeLinecap="round" />
      <path d="M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2" strokeLinecap="round" />
    </svg>
  );
}
