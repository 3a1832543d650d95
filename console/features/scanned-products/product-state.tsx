import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ScannedProduct } from '#schemas/operator/return-calls.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';

const states = {
  valid: { text: msg({ message: 'Valid', context: 'product' }), tone: 'good' },
  in_review: { text: msg({ message: 'In review', context: 'product' }), tone: 'info' },
  rejected: { text: msg({ message: 'Rejected', context: 'product' }), tone: 'bad' },
  returned: { text: msg({ message: 'Returned', context: 'product' }), tone: 'warn' },
} as const satisfies Record<ScannedProduct['state'], { text: unknown; tone: Tone }>;

/** Name of a product's state. */
export const productStateText = (i18n: I18n, state: ScannedProduct['state']): string =>
  i18n._(states[state].text);

/** Badge with a product's state. */
export function ProductState({ state }: Pick<ScannedProduct, 'state'>) {
  const { i18n } = useLingui();
  return <Badge tone={states[state].tone}>{productStateText(i18n, state)}</Badge>;
}
