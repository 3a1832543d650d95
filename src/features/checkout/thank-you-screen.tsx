import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Card } from '#src/ui/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { useGo } from '#src/use-go.ts';
import { CheckoutPage } from './checkout-page.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { useCheckoutState } from './use-checkout.ts';

/** `/checkout/thankyou`: what was ordered, what is left, and where to go on (spec 2 §2). */
export function ThankYouScreen() {
  const { t } = useLingui();
  const go = useGo();
  const { thanks } = useCheckoutState().state;
  useEffect(() => {
    if (thanks === null) go(paths.orders(), { replace: true });
  }, [thanks, go]);
  return (
    <CheckoutPage
      title={t`Thank you`}
      step={3}
      footer={
        <>
          <LinkButton size="large" fullWidth {...linkTo(paths.orders())}>
            <Trans>Your orders</Trans>
          </LinkButton>
          <div className="grid grid-cols-2 gap-2">
            <LinkButton variant="secondary" fullWidth {...linkTo(paths.shop())}>
              <Trans>Shop</Trans>
            </LinkButton>
            <LinkButton variant="secondary" fullWidth {...linkTo(paths.home())}>
              <Trans>Home</Trans>
            </LinkButton>
          </div>
        </>
      }
    >
      {thanks && <Placed thanks={thanks} />}
    </CheckoutPage>
  );
}

function Placed({ thanks }: { thanks: NonNullable<CheckoutState['thanks']> }) {
  const { t } = useLingui();
  const format = useFormat();
  const count = thanks.orders.length;
  return (
    <div className="space-y-5">
      <Card tone="good">
        <div className="flex gap-3">
          <CircleCheck className="mt-0.5 size-6 shrink-0 text-good" />
          <p className="min-w-0 font-semibold break-long">
            {t`${plural(count, {
              one: 'Your order is placed. Its points are reserved until it is done.',
              other: 'Your # orders are placed. Their points are reserved until they are done.',
            })}`}
          </p>
        </div>
      </Card>
      <Card tone="brand">
        <p className="text-small font-medium text-ink-soft">
          <Trans>Points that your company has left</Trans>
        </p>
        <PointsNumber
          value={thanks.points}
          format={format.number}
          label={format.points(thanks.points)}
        />
      </Card>
      <List label={t`What you have ordered`}>
        {thanks.orders.map(({ uuid, number }) => (
          <ListRow key={uuid} title={t`Order ${number}`} {...linkTo(paths.order(uuid))} />
        ))}
      </List>
    </div>
  );
}
