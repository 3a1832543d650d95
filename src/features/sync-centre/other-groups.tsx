import { Plural, useLingui } from '@lingui/react/macro';
import { BellRing, ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import { unsentChats, unsentProjects, unsentLeads } from './queries.ts';
import type { UnsentItem } from './unsent-item.ts';

type Row = (item: UnsentItem) => ReactNode;

/** Leads with unsent or rejected changes. */
export function LeadGroup({ row }: { row: Row }) {
  const { t } = useLingui();
  const leads = useLiveQuery(unsentLeads, []);
  if (!leads || leads.length === 0) return null;
  return (
    <Section title={t`Leads (${leads.length})`}>
      <List>{leads.map(row)}</List>
    </Section>
  );
}

/** Chats with unsent or rejected messages. */
export function ChatGroup({ row }: { row: Row }) {
  const { t } = useLingui();
  const chats = useLiveQuery(unsentChats, []);
  if (!chats || chats.length === 0) return null;
  return (
    <Section title={t`Messages to support (${chats.length})`}>
      <List>{chats.map(row)}</List>
    </Section>
  );
}

/** Projects to create, or to close with their survey answers. */
export function ProjectGroup({ row }: { row: Row }) {
  const { t } = useLingui();
  const projects = useLiveQuery(unsentProjects, []);
  if (!projects || projects.length === 0) return null;
  return (
    <Section title={t`Projects (${projects.length})`}>
      <List>{projects.map(row)}</List>
    </Section>
  );
}

/** Upload progress of photos, which are sent before their products. */
export function PhotoGroup({ photos }: { photos: number }) {
  const { t, i18n } = useLingui();
  const { uploading, connection } = useSyncStatus();
  if (photos === 0) return null;
  const percent = new Intl.NumberFormat(formattingLocale(i18n.locale), { style: 'percent' });
  const share = uploading?.share ?? undefined;
  return (
    <Section title={t`Photos (${photos})`}>
      <Card>
        {uploading && connection === 'online' && (
          <div className="mb-3">
            <ProgressBar
              label={t`Photo ${uploading.position} of ${uploading.total}`}
              value={share}
              max={1}
              countText={share === undefined ? undefined : percent.format(share)}
            />
          </div>
        )}
        <p className="text-small text-ink-soft">
          <Plural
            value={photos}
            one="# photo belongs to a product above and is sent before it."
            other="# photos belong to products above and are sent before them."
          />
        </p>
      </Card>
    </Section>
  );
}

/** Work that only needs a count: it is sent automatically. */
export function MarkGroup({ notifications, surveys }: { notifications: number; surveys: number }) {
  const { t } = useLingui();
  if (notifications + surveys === 0) return null;
  return (
    <Section title={t`Sent with the rest`}>
      <List>
        {notifications > 0 && (
          <ListRow
            thumbnail={<Thumbnail icon={<BellRing />} alt="" />}
            title={
              <Plural
                value={notifications}
                one="# notification that you have read"
                other="# notifications that you have read"
              />
            }
          />
        )}
        {surveys > 0 && (
          <ListRow
            thumbnail={<Thumbnail icon={<ClipboardList />} alt="" />}
            title={
              <Plural
                value={surveys}
                one="# survey that you have opened or put off"
                other="# surveys that you have opened or put off"
              />
            }
          />
        )}
      </List>
    </Section>
  );
}
