import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { type Todo, type TodoOf } from './todos.ts';
import { useTodoText } from './use-todo-text.tsx';
import type { I18n } from '@lingui/core';
import { errorMessage } from '#src/data/text/error-messages.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { dismissedVouchers } from './dismissed-vouchers.ts';

/** A to-do: what it is, what is at stake, the time left, and a link to where it is done. */
export function TodoRow({ todo }: { todo: Todo }) {
  const { icon, title, meta, link } = useTodoText(todo);
  return (
    <ListRow
      icon={icon}
      title={title}
      meta={meta}
      action={isDismissible(todo) && <DismissButton todo={todo} />}
      chevron={!isDismissible(todo)}
      {...linkTo(link)}
    />
  );
}

function isDismissible(todo: Todo): todo is Dismissible {
  return todo.kind === 'points' || todo.kind === 'voucher' || todo.kind === 'survey';
}

function DismissButton({ todo }: { todo: Dismissible }) {
  const { t, i18n } = useLingui();
  const account = useAccount();
  const serverNow = useServerNow();
  const options = useSingleton('self')?.options ?? '{}';
  const labels = { points: t`Got it`, voucher: t`Remind me no more`, survey: t`Later` };
  const press = () => void dismissTodo(todo, { account, i18n, now: serverNow(), options });
  return <IconButton label={labels[todo.kind]} icon={<X />} onClick={press} />;
}

/** Older vouchers have expired. */
const MAX_DISMISSED = 50;

/** To-dos that can be dismissed without being done. */
type Dismissible = TodoOf<'points' | 'voucher' | 'survey'>;

interface DismissContext {
  readonly account: ReturnType<typeof useAccount>;
  readonly i18n: I18n;
  /** Milliseconds since 1970, by the server's clock. */
  readonly now: number;
  /** The person's current options. */
  readonly options: string;
}

/**
 * Dismisses a to-do: expiring points and vouchers for good and on all devices, a survey for some
 * days. Shows a toast if saving fails.
 */
async function dismissTodo(todo: Dismissible, context: DismissContext): Promise<void> {
  try {
    await keep(todo, context);
  } catch (error) {
    showToast({ message: context.i18n._(errorMessage(error)), subject: todo.kind, tone: 'bad' });
  }
}

function keep(todo: Dismissible, { account, now, options }: DismissContext): Promise<void> {
  const note = (options: object) => account.singletons.saveOptions(JSON.stringify(options));
  switch (todo.kind) {
    case 'points':
      return note({ expPtsSeen: new Date(now).toISOString() });
    case 'voucher':
      return note({
        vouchersSeen: [...dismissedVouchers(options), todo.order.uuid].slice(-MAX_DISMISSED),
      });
    case 'survey':
      return account.surveyCommands.applySurveyStep(todo.survey.uuid, 'later');
  }
}
