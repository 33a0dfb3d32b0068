/** A list of which several are chosen, and to which what is typed can be added. */
import * as vscode from 'vscode';

interface ManyQuestion {
  title: string;
  placeholder: string;
  known: readonly { label: string; description?: string }[];
  picked: readonly string[];
  icon: string;
  /** What is typed as a member of the list; undefined when it is none. */
  read: (typed: string) => string | undefined;
}

interface Item extends vscode.QuickPickItem {
  isNew?: boolean;
}

/** @returns all chosen labels; undefined when nobody decided */
export function pickMany({
  title,
  placeholder,
  known,
  picked,
  icon,
  read,
}: ManyQuestion): Promise<string[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.canSelectMany = true;
  const iconPath = new vscode.ThemeIcon(icon);
  const itemOf = (label: string, description?: string): Item => ({
    label,
    iconPath,
    ...(description && { description }),
  });
  const descriptions = new Map(known.map(({ label, description }) => [label, description]));
  // What is chosen stands first, and stays in the list while something else is typed.
  let items = [...new Set([...picked, ...descriptions.keys()])].map((label) => itemOf(label, descriptions.get(label)));
  let chosen = new Set(picked);
  const show = (offered: Item[]): void => {
    pick.items = offered;
    pick.selectedItems = offered.filter(({ label }) => chosen.has(label));
  };
  show(items);
  pick.onDidChangeSelection((selected) => {
    const labels = new Set(selected.map(({ label }) => label));
    for (const item of selected) if (item.isNew) items = [itemOf(item.label), ...items];
    // Items hidden by what is typed are not among the selected ones, but still chosen.
    const shown = new Set(pick.items.map(({ label }) => label));
    chosen = new Set([...labels, ...[...chosen].filter((label) => !shown.has(label))]);
  });
  pick.onDidChangeValue((value) => {
    const typed = read(value);
    const isNew = typed !== undefined && !items.some(({ label }) => label.toLowerCase() === typed.toLowerCase());
    const added = { label: typed ?? '', description: vscode.l10n.t('new'), iconPath: new vscode.ThemeIcon('add') };
    show(isNew ? [{ ...added, isNew, alwaysShow: true }, ...items] : items);
  });
  return new Promise((resolve) => {
    let isAccepted = false;
    pick.onDidAccept(() => {
      isAccepted = true;
      // Enter on what was typed adds it: nobody types a tag to leave it out.
      const typed = pick.value === '' ? undefined : read(pick.value);
      const isOffered = pick.items.some(({ isNew }) => isNew);
      if (typed !== undefined && isOffered) chosen.add(typed);
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(isAccepted ? [...chosen] : undefined);
    });
    pick.show();
  });
}
