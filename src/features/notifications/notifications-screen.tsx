import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { map, type Observable } from 'rxjs';
import type { NotificationDocument } from '#schemas/notification.ts';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { groupByDay } from '#src/data/time/group-by-day.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { List } from '#src/ui/lists/list.tsx';
import type { LocalAccount } from '#sync/account.ts';
import { NotificationRow } from './notification-row.tsx';
import { PushInvitation } from './push-settings.tsx';
import { useDayLabel } from './use-day-label.ts';

/** Notifications per page. */
const PAGE_SIZE = 30;

/** Notifications by day, newest first (spec 1 §2). */
export function NotificationsScreen() {
  const { t } = useLingui();
  usePageTitle(t`Notifications`);
  return (
    <Page title={<Trans>Notifications</Trans>}>
      <div className="space-y-7">
        <PushInvitation />
        <Notifications />
      </div>
    </Page>
  );
}

function Notifications() {
  const { view, change } = useListSearch('/notifications', pagedView);
  const visibleCount = view.page * PAGE_SIZE;
  const [openedNotification, setOpenedNotification] = useState<NotificationDocument | null>(null);
  // Reads one notification more than is shown, to know if there are older ones. Keeps the old list while loading.
  const notifications = useLastDefined(
    useLiveQuery((account) => newestNotifications(account, visibleCount + 1), [visibleCount]),
  );
  if (!notifications || notifications.length === 0)
    return <NoNotifications isReading={!notifications} />;
  return (
    <div className="space-y-7">
      <Days notifications={notifications.slice(0, visibleCount)} onOpen={setOpenedNotification} />
      {notifications.length > visibleCount && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          <Trans>Show older</Trans>
        </Button>
      )}
      <NotificationSheet
        notification={openedNotification}
        onClose={() => setOpenedNotification(null)}
      />
    </div>
  );
}

interface DaysProps {
  notifications: readonly NotificationDocument[];
  onOpen: (notification: NotificationDocument) => void;
}

function Days({ notifications, onOpen }: DaysProps) {
  const dayLabel = useDayLabel();
  const { now } = useRegionalClock();
  return groupByDay(notifications, now).map((day) => (
    <Section key={day.key} title={dayLabel(day)}>
      <List label={dayLabel(day)}>
        {day.items.map((notification) => (
          <NotificationRow
            key={notification.uuid}
            notification={notification}
            onOpen={() => onOpen(notification)}
          />
        ))}
      </List>
    </Section>
  ));
}

function NoNotifications({ isReading }: { isReading: boolean }) {
  const { t } = useLingui();
  const hasLeads = useCanSee()(paths.leads());
  return (
    <EmptyList
      collection="notifications"
      isReading={isReading}
      skeleton={<SkeletonList label={t`Loading your notifications`} />}
      offlineText={<Trans>Your notifications appear here once you’re online.</Trans>}
    >
      <EmptyState drawing="empty-notifications" title={<Trans>No notifications yet</Trans>}>
        {hasLeads ? (
          <Trans>New leads, accepted projects and replies from support appear here.</Trans>
        ) : (
          <Trans>Accepted projects and replies from support appear here.</Trans>
        )}
      </EmptyState>
    </EmptyList>
  );
}

interface NotificationSheetProps {
  /** Null while closed. */
  notification: NotificationDocument | null;
  onClose: () => void;
}

/** Full text of a notification without a link. */
function NotificationSheet({ notification, onClose }: NotificationSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  // Keeps the content during the closing animation.
  const [lastNotification, setLastNotification] = useState(notification);
  if (notification && notification !== lastNotification) setLastNotification(notification);
  const displayedNotification = notification ?? lastNotification;
  if (!displayedNotification) return null;
  return (
    <Sheet
      isOpen={notification !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={displayedNotification.title}
      closeLabel={t`Close`}
      footer={
        <Button variant="secondary" fullWidth onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p className="text-small text-ink-soft">
        {format.dateTime(displayedNotification.created_at)}
      </p>
      <p className="whitespace-pre-line break-long">{displayedNotification.text}</p>
    </Sheet>
  );
}

/** The newest notifications, at most `limit`. */
function newestNotifications(
  account: LocalAccount,
  limit: number,
): Observable<NotificationDocument[]> {
  return account.collections.notifications
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}
