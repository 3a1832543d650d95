import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { classNames } from './class-names.ts';

export interface MenuButtonItem {
  id: string;
  label: string;
  icon?: ReactNode;
  tone?: 'danger';
  disabled?: boolean | undefined;
}

interface MenuButtonProps {
  label: string;
  icon?: ReactNode;
  items: readonly MenuButtonItem[];
  onAction: (id: string) => void;
}

/** A round button that opens a short list of actions. */
export function MenuButton({ label, icon = <Ellipsis />, items, onAction }: MenuButtonProps) {
  return (
    <MenuTrigger>
      <Button
        aria-label={label}
        className="grid size-target shrink-0 place-items-center rounded-full outline-none hover:bg-surface-sunken data-focus-visible:outline-3 data-focus-visible:outline-offset-2 data-focus-visible:outline-focus [&_svg]:size-6"
      >
        {icon}
      </Button>
      <Popover
        placement="bottom end"
        className="pop-over min-w-56 rounded-card bg-surface-raised p-2 shadow-float"
      >
        <Menu onAction={(key) => onAction(String(key))} className="outline-none">
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              isDisabled={Boolean(item.disabled)}
              className={classNames(
                'flex min-h-target cursor-pointer items-center gap-3 rounded-control px-3 outline-none',
                'data-focused:bg-surface-sunken data-disabled:text-ink-soft [&_svg]:size-5',
                item.tone === 'danger' && 'text-bad',
              )}
            >
              {item.icon}
              {item.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
