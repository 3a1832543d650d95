import type { I18n } from '@lingui/core';
import { errorMessage } from '#src/data/text/error-messages.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import type { MatterOf } from './matters.ts';
import { seenVouchersOf } from './seen-vouchers.ts';

/** Older ones have expired long since. */
const MOST_SEEN = 50;

/** What can be put away without being solved. */
export type Dismissible = MatterOf<'points' | 'voucher' | 'survey'>;

interface Hand {
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
export async function putAway(matter: Dismissible, hand: Hand): Promise<void> {
  try {
    await keep(matter, hand);
  } catch (error) {
    showToast({ message: hand.i18n._(errorMessage(error)), subject: matter.kind, tone: 'bad' });
  }
}

function keep(matter: Dismissible, { account, now, options }: Hand): Promise<void> {
  const note = (options: object) => account.singletons.saveOptions(JSON.stringify(options));
  switch (matter.kind) {
    case 'points':
      return note({ expPtsSeen: new Date(now).toISOString() });
    case 'voucher':
      return note({
        vouchersSeen: [...seenVouchersOf(options), matter.order.uuid].slice(-MOST_SEEN),
      });
    case 'survey':
      return account.surveyCommands.applySurveyStep(matter.survey.uuid, 'later');
  }
}
