import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';

interface TabsProps {
  label: string;
  tabs: readonly { id: string; title: ReactNode; content: ReactNode }[];
  selected?: string | undefined;
  onSelectedChange?: ((id: string) => void) | undefined;
}

/** Two or three views; only the selected one is rendered. */
export function Tabs({ label, tabs, selected: selectedId, onSelectedChange }: TabsProps) {
  return (
    <AriaTabs
      {...(selectedId !== undefined && { selectedKey: selectedId })}
      onSelectionChange={(key) => onSelectedChange?.(String(key))}
    >
      <TabList
        aria-label={label}
        className="mb-4 flex gap-1 rounded-card bg-surface-sunken p-1 card-line"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="grid min-h-target min-w-0 flex-1 cursor-pointer place-items-center rounded-control px-3 text-center text-small leading-tight font-semibold break-long text-ink-soft transition-colors data-selected:bg-surface-raised data-selected:text-ink data-selected:forced-color-adjust-none sunlight:data-selected:bg-ink sunlight:data-selected:text-surface"
          >
            {tab.title}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="rounded-card outline-offset-4">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
