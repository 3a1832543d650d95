import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

interface ListEditorProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string | number;
  /** Name of an entry in headings and buttons. */
  readonly nameOf: (item: Item, index: number) => string;
  readonly addLabel: string;
  readonly max: number;
  readonly newItem: () => Item;
  readonly onChange: (items: Item[]) => void;
  /** Renders the fields of an entry. `set` replaces the entry. */
  readonly children: (item: Item, index: number, set: (item: Item) => void) => ReactNode;
}

/** Ordered entries that can be changed, moved, removed and added. */
export function ListEditor<Item>({
  label,
  items,
  keyOf,
  nameOf,
  ...listProps
}: ListEditorProps<Item>) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  /** Element to focus after the next render: the moved entry, the added entry, or the add button after a removal. */
  const nextFocus = useRef<{ index: number; button: number } | 'add' | 'field' | null>(null);
  useEffect(() => {
    const target = nextFocus.current;
    nextFocus.current = null;
    if (target === null) return;
    const entries = list.current?.querySelectorAll(':scope > fieldset');
    if (target === 'add') list.current?.querySelector<HTMLElement>(':scope > button')?.focus();
    else if (target === 'field')
      entries
        ?.item(entries.length - 1)
        .querySelector('input')
        ?.focus();
    else entries?.item(target.index).querySelectorAll('button').item(target.button).focus();
  }, [items]);
  const move = (index: number, by: -1 | 1) => {
    const movedItem = items[index];
    if (movedItem === undefined || items[index + by] === undefined) return;
    nextFocus.current = { index: index + by, button: by === -1 ? 0 : 1 };
    listProps.onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, movedItem));
  };
  const remove = (index: number, name: string) => {
    nextFocus.current = 'add';
    listProps.onChange(items.toSpliced(index, 1));
    announce(t`Removed: ${name}`);
  };
  const add = () => {
    nextFocus.current = 'field';
    listProps.onChange([...items, listProps.newItem()]);
  };
  return (
    <div ref={list} role="group" aria-label={label} className="flex flex-col gap-4">
      {items.map((item, index) => {
        const name = nameOf(item, index);
        return (
          <fieldset
            key={keyOf(item, index)}
            className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4"
          >
            <legend className="px-1 font-semibold break-long">{name}</legend>
            <div className="flex flex-wrap gap-1">
              <IconButton
                label={t`Move up: ${name}`}
                icon={<ArrowUp />}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                label={t`Move down: ${name}`}
                icon={<ArrowDown />}
                disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                label={t`Remove: ${name}`}
                icon={<Trash2 />}
                onClick={() => remove(index, name)}
              />
            </div>
            {listProps.children(item, index, (changedItem) =>
              listProps.onChange(items.with(index, changedItem)),
            )}
          </fieldset>
        );
      })}
      {items.length === 0 && (
        <p className="text-ink-soft">
          <Trans>There are no entries.</Trans>
        </p>
      )}
      <Button
        variant="secondary"
        icon={<Plus />}
        disabledReason={items.length < listProps.max ? undefined : t`The list is full.`}
        onClick={add}
      >
        {listProps.addLabel}
      </Button>
    </div>
  );
}
