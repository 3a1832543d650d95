import type { I18n } from '@lingui/core';
import { errorMessage } from '#src/data/text/error-messages.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import type { TodoOf } from './todos.ts';
import { dismissedVouchers } from './dismissed-vouchers.ts';

/** Older ones have expired long since. */
const MAX_DISMISSED = 50;

/** What can be put away without being solved. */
export type Dismissible = TodoOf<'points' | 'voucher' | 'survey'>;

interface DismissContext {
  readonly account: ReturnType<typeof useAccount>;
  readonly i18n: I18n;
  /** Milliseconds since 1970, by the server's clock. */
  readonly now: number;
  /** The person's, as they are. */
  readonly options: string;
}

/**
 * Takes a row off home's list: the warning of expiring points and a voucher for good, on every device of the
 * person; a survey for some days. Says so where the device can't keep it.
 */
export async function dismissTodo(todo: Dismissible, context: DismissContext): Promise<void> {
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
