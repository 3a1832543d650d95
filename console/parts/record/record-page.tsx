import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { type PresentRecord, RecordPresence } from './record-presence.tsx';

/** A part of a record. Only the selected one is rendered. */
export interface RecordTab {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface RecordPageProps {
  /** The list that the record belongs to. */
  readonly list: { readonly href: string; readonly title: string };
  readonly title: string;
  /** Record whose other viewers are shown. */
  readonly presence?: PresentRecord;
  /** State, next to the title. */
  readonly badges?: ReactNode;
  /** Actions on the record. */
  readonly actions?: ReactNode;
  /** Messages above everything else, such as an error. */
  readonly notice?: ReactNode;
  readonly facts: readonly { readonly term: ReactNode; readonly detail: ReactNode }[];
  readonly tabs: readonly RecordTab[];
  /** Id of the selected tab, from the URL. If there is no such tab, the first one is selected. */
  readonly tab: string | undefined;
  readonly onTabChange: (id: string) => void;
}

/** Page of a record: title, facts, tabs and actions. */
export function RecordPage(props: RecordPageProps) {
  const { t } = useLingui();
  const { list, title, tabs, tab } = props;
  const selectedTab = tabs.find(({ id }) => id === tab) ?? tabs[0];
  return (
    <main className="flex min-h-0 min-w-0 flex-col gap-4 overflow-y-auto p-4 pb-[calc(2.5rem+var(--toast-block))]">
      <div>
        <ConsoleLink
          href={list.href}
          className="inline-flex min-h-tool items-center gap-1.5 text-small font-semibold text-info hover:underline [&_svg]:size-4"
        >
          <ArrowLeft />
          {list.title}
        </ConsoleLink>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-heading font-semibold break-long">{title}</h1>
          {props.badges && <div className="flex flex-wrap gap-1.5">{props.badges}</div>}
          {props.actions && (
            <div className="ms-auto flex flex-wrap items-start gap-2">{props.actions}</div>
          )}
        </div>
        {props.presence && <RecordPresence {...props.presence} />}
      </div>
      {props.notice}
      <div className="grid items-start gap-4 desk:grid-cols-[18rem_minmax(0,1fr)]">
        <section
          aria-label={t`Facts`}
          className="rounded-card bg-surface-raised p-4 card-rise desk:row-start-2 [&_a]:font-semibold [&_a]:text-info [&_a]:underline"
        >
          <DetailList items={props.facts} />
        </section>
        <Tabs
          // The tabs need the full width, because a company has twelve.
          className="contents"
          selectedKey={selectedTab?.id ?? ''}
          onSelectionChange={(key) => props.onTabChange(String(key))}
        >
          <TabList
            aria-label={t`Parts of the record`}
            className="flex flex-wrap gap-1 border-b border-line pb-2 desk:col-span-2 desk:row-start-1"
          >
            {tabs.map(({ id, title: tabTitle }) => (
              <Tab
                key={id}
                id={id}
                className="inline-flex min-h-tool cursor-pointer items-center rounded-control px-3 text-small font-semibold text-ink outline-offset-2 hover:bg-surface-sunken data-selected:bg-inverse data-selected:text-inverse-ink data-selected:forced-color-adjust-none sunlight:underline"
              >
                {tabTitle}
              </Tab>
            ))}
          </TabList>
          {tabs.map(({ id, content }) => (
            <TabPanel
              key={id}
              id={id}
              className="min-w-0 outline-offset-4 desk:col-start-2 desk:row-start-2"
            >
              {content}
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </main>
  );
}

/** Text for an empty part of a record. */
export function EmptyPart({ children }: { children?: ReactNode }) {
  return <p className="py-6 text-ink-soft">{children ?? <Trans>Nothing here yet.</Trans>}</p>;
}
