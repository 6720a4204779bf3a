import { pick, useGraphiQL } from "@graphiql/react";
import { KeyCode } from "monaco-editor";
import { useEffect } from "react";

// In these Escape has a meaning of its own: it closes what is open, and the next one leaves.
const BUSY = ["suggestWidgetVisible", "findWidgetVisible", "parameterHintsVisible", "editorHasMultipleSelections", "inSnippetMode"];
const NAMES = { queryEditor: "Operation", variableEditor: "Variables", headerEditor: "Headers", responseEditor: "Response" };

/** Tab belongs to the editors, so Escape leaves them: to their frame, from where Tab goes on and Enter goes back in. */
export function LeaveEditor() {
  const editors = useGraphiQL(pick(...Object.keys(NAMES)));
  return Object.entries(editors).map(([name, editor]) => editor && <Leave key={name} editor={editor} name={NAMES[name]} />);
}

function Leave({ editor, name }) {
  useEffect(() => {
    editor.updateOptions({ ariaLabel: `${name}. Press Escape to leave the editor.` });
    const action = editor.addAction({
      id: "tessera-leave",
      label: "Leave the editor",
      keybindings: [KeyCode.Escape],
      precondition: BUSY.map((each) => `!${each}`).join(" && "),
      run: () => editor.getContainerDomNode().focus(),
    });
    return () => action.dispose();
  }, [editor, name]);
  return null;
}
