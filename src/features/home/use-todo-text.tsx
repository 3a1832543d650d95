import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Building2,
  CircleAlert,
  ClipboardList,
  CloudUpload,
  CreditCard,
  FileCheck,
  Hourglass,
  Mail,
  Phone,
  ScanLine,
  Ticket,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { surveyInLanguage } from '#schemas/survey-status.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { customerName } from '#schemas/customer-text.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useDisplayEmail } from '#src/data/text/use-display-email.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { useProjectEarnings } from '#src/features/projects/queries.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import type { Todo, TodoOf } from './todos.ts';

/** Text, icon and link of a to-do. */
interface TodoText {
  readonly icon: ReactNode;
  readonly title: string;
  /** Details, such as the points at stake. */
  readonly meta: ReactNode;
  /** Screen where the to-do can be done. */
  readonly link: AppLink;
}

/** Formats a to-do. */
export function useTodoText(todo: Todo): TodoText {
  const deadlineText = useDeadlineText();
  const unsentText = useUnsentText();
  const email = useDisplayEmail(todo.kind === 'email' ? todo.email : '');
  const accountText = useAccountText(email);
  if ('until' in todo) return deadlineText(todo);
  return 'count' in todo ? unsentText(todo) : accountText(todo);
}

function useDeadlineText() {
  const { t } = useLingui();
  const format = useFormat();
  const timeLeftText = useTimeLeftText();
  const clock = useRegionalClock();
  const hasShop = useCanSee()(paths.shop());
  const earningsOf = useProjectEarnings();
  return (todo: TodoOf<'project' | 'lead' | 'voucher' | 'points'>): TodoText => {
    const { kind, until } = todo;
    const timeRemaining = timeLeft(until, clock);
    const dueSoonLimit = kind === 'lead' ? dueSoonDays.lead : dueSoonDays.project;
    const time = timeRemaining && (
      <TimeMark isSoon={isDueSoon(timeRemaining, dueSoonLimit)}>
        {timeLeftText.formatWithEnd(timeRemaining, until)}
      </TimeMark>
    );
    switch (kind) {
      case 'project': {
        const { uuid, street_name: title } = todo.project;
        const { points, isMaximum } = earningsOf(todo.project);
        const pointsText = format.points(points);
        const pointsAtStake =
          points > 0 &&
          (isMaximum ? t({ context: 'points', message: `up to ${pointsText}` }) : pointsText);
        return {
          icon: <Building2 />,
          title,
          meta: <FactsAndTime facts={[pointsAtStake]} time={time} />,
          link: paths.project(uuid),
        };
      }
      case 'lead': {
        const { uuid, status, customer_info: customer, window_windows_number: windows } = todo.lead;
        const windowsText =
          windows !== null && t`${plural(windows, { one: '# window', other: '# windows' })}`;
        const leadLabel = status === 'new' ? t`New lead` : t`Lead`;
        return {
          icon: <Phone />,
          title: customerName(customer),
          meta: <FactsAndTime facts={[leadLabel, customer.City, windowsText]} time={time} />,
          link: paths.lead(uuid),
        };
      }
      case 'voucher': {
        const { uuid, contents, points } = todo.order;
        return {
          icon: <Ticket />,
          title: contents[0]?.name ?? t`Voucher`,
          meta: <FactsAndTime facts={[t`Voucher`, format.points(points)]} time={time} />,
          link: paths.order(uuid),
        };
      }
      case 'points': {
        const { points } = todo;
        return {
          icon: <Hourglass />,
          title: t`${plural(points, { one: '# point expires', other: '# points expire' })}`,
          meta: time,
          link: hasShop ? paths.shop() : paths.supportChatNew(),
        };
      }
    }
  };
}

/** Details of a to-do in one line, with the time left below. */
function FactsAndTime({ facts, time }: { facts: readonly (string | false)[]; time: ReactNode }) {
  return (
    <>
      <span className="block tnum">
        <Facts facts={facts} />
      </span>
      {time}
    </>
  );
}

function useUnsentText() {
  const { t } = useLingui();
  const { progress } = useSyncStatus();
  return ({ kind, count }: TodoOf<'rejected' | 'captured' | 'unsent'>): TodoText => {
    switch (kind) {
      case 'rejected':
        return {
          icon: <CircleAlert className="text-bad" />,
          title: t`${plural(count, { one: '# item needs fixing', other: '# items need fixing' })}`,
          meta: t({ context: 'hint', message: 'See why' }),
          link: paths.scanOffline(),
        };
      case 'captured':
        return {
          icon: <ScanLine />,
          title: t`${plural(count, {
            one: '# product isn’t in a project yet',
            other: '# products aren’t in a project yet',
          })}`,
          meta: t({ context: 'hint', message: 'Choose a project' }),
          link: paths.scanReview(),
        };
      case 'unsent':
        return {
          icon: <CloudUpload />,
          title: t`${plural(count, { one: '# item not sent yet', other: '# items not sent yet' })}`,
          meta: progress
            ? t`${progress.done} of ${progress.total} sent`
            : t`Saved on this phone. It will be sent automatically.`,
          link: paths.scanOffline(),
        };
    }
  };
}

function useAccountText(email: string) {
  const { t, i18n } = useLingui();
  return (todo: TodoOf<'acceptance' | 'email' | 'card' | 'survey'>): TodoText => {
    switch (todo.kind) {
      case 'acceptance':
        return {
          icon: <FileCheck />,
          title: t`A new text to accept`,
          meta: t`The declaration or disclaimer of your company has changed.`,
          link: paths.companyEdit(),
        };
      case 'email': {
        const { isNew } = todo;
        return {
          icon: <Mail />,
          title: isNew ? t`Your new email address` : t`Verify your email address`,
          meta: isNew ? t`${email} isn’t verified yet.` : t`We’ll send a code to ${email}.`,
          link: paths.verifyEmail(),
        };
      }
      case 'card':
        return {
          icon: <CreditCard />,
          title: todo.isPending ? t`Your club card is on its way` : t`A club card for your points`,
          meta: todo.isPending
            ? t`Register the card when it arrives.`
            : t`Order one in the shop, or register your card.`,
          link: paths.clubCard(),
        };
      case 'survey': {
        const surveyText = surveyInLanguage(todo.survey, i18n.locale);
        return {
          icon: <ClipboardList />,
          title: surveyText?.title ?? t`Survey`,
          meta: surveyText?.tagline,
          link: paths.surveys(),
        };
      }
    }
  };
}
