import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type {
  DecisionKind,
  DecisionProblem,
  reviewCalls,
  ReviewSignal,
} from '#schemas/operator/review-calls.ts';
import { timeText } from '#console/parts/country-and-time.ts';

export type Reason = ResultOf<
  typeof reviewCalls.listReviewReasons
>['data'][number]['reasons'][number];

const problemTexts: Readonly<Record<DecisionProblem, MessageDescriptor>> = {
  not_found: msg`The product no longer exists, or it isn’t in your countries. Nothing was changed.`,
  decided: msg`The product has already been decided. Nothing was changed.`,
  changed: msg`A newer photo has arrived. Nothing was changed. Look at it again.`,
  claimed: msg`Another reviewer has opened this product. Nothing was changed.`,
  reason_unknown: msg`The country no longer has this reason. Nothing was changed.`,
  own_company: msg`This is your own company. Nothing was changed. Ask a colleague to decide.`,
  note_missing: msg`This reason needs a note. Nothing was changed.`,
};

/** Explains why a decision wasn't possible, and names any reviewer who has claimed or decided on the product. */
export function problemText(i18n: I18n, problem: DecisionProblem, by: string | null): string {
  const text = i18n._(problemTexts[problem]);
  return by ? `${by}: ${text}` : text;
}

const doneTexts: Readonly<Record<DecisionKind, MessageDescriptor>> = {
  accept: msg`Accepted.`,
  reject: msg`Rejected.`,
  request_photo: msg`New photo requested.`,
};
export const doneText = (i18n: I18n, kind: DecisionKind) => i18n._(doneTexts[kind]);

/** Explains a signal in one sentence. */
export function signalText(i18n: I18n, signal: ReviewSignal): string {
  const time = (value: string | number) => timeText(i18n, value);
  switch (signal.kind) {
    case 'photo_used': {
      const { count } = signal;
      return i18n._(
        msg`${plural(count, { one: '# other product has the same photo.', other: '# other products have the same photo.' })}`,
      );
    }
    case 'many_scans': {
      const { count } = signal;
      return i18n._(
        msg`${plural(count, { one: '# product was scanned in ten minutes.', other: '# products were scanned in ten minutes.' })}`,
      );
    }
    case 'device_clock': {
      const [scannedText, receivedText] = [time(signal.scanned_at), time(signal.received_at)];
      return i18n._(
        msg`The device’s clock was wrong: it said ${scannedText}, received ${receivedText}.`,
      );
    }
    case 'not_registered':
      return i18n._(msg`The serial number isn’t in the registry.`);
    case 'registry_differs':
      return i18n._(msg`The registry has another product with this serial number.`);
    case 'held_lot': {
      const { lot } = signal;
      return i18n._(msg`The company tried many numbers of the lot ${lot}.`);
    }
  }
}
