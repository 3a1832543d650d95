import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderDocument, OrderLine } from '#schemas/order.ts';
import { kindOf } from '#schemas/vendors.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Card } from '#src/ui/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ProductLine } from '#src/ui/product-line.tsx';
import { Section } from '#src/ui/section.tsx';
import { CustomInputData } from './custom-input-data.tsx';

/** What was ordered (spec 2 §2): things with their quantity and price, a card, or points on it. */
export function OrderContents({ order }: { order: OrderDocument }) {
  const { t } = useLingui();
  const kind = kindOf(order.meta.type);
  return (
    <Section title={t`What you ordered`}>
      {kind === 'card' && (
        <CardPart>
          <Trans>A club card. When it has come, register its serial number.</Trans>
        </CardPart>
      )}
      {kind === 'top-up' && <TopUp order={order} />}
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {order.contents.map((line) => (
            <Line key={line.variantGuid} line={line} />
          ))}
        </ul>
      </Card>
      {order.contents.map(
        ({ variantGuid, inputData }) =>
          inputData && <CustomInputData key={variantGuid} input={inputData} />,
      )}
    </Section>
  );
}

function Line({ line }: { line: OrderLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const quantity = format.number(line.quantity);
  const price = format.points(line.price);
  return (
    <ProductLine
      image={line.image}
      name={line.name}
      kind={line.title}
      count={t`${quantity} × ${price}`}
      total={format.points(line.price * line.quantity)}
    />
  );
}

function TopUp({ order }: { order: OrderDocument }) {
  const { i18n } = useLingui();
  const { amount } = order.meta;
  const value = amount === null ? null : i18n.number(amount);
  return (
    <CardPart>
      {value === null ? (
        <Trans>A top-up of the club card.</Trans>
      ) : (
        <Trans>A top-up of the club card, worth {value} in your currency.</Trans>
      )}
    </CardPart>
  );
}

/** What is about the card, with the way to it where there is one. */
function CardPart({ children }: { children: ReactNode }) {
  const maySee = useMaySee();
  return (
    <Card tone="brand">
      <p className="flex gap-3">
        <CreditCard className="mt-0.5 size-6 shrink-0 text-brand-strong" />
        <span className="min-w-0 break-long">{children}</span>
      </p>
      {maySee(paths.clubCard()) && (
        <div className="mt-3">
          <LinkButton variant="secondary" {...linkTo(paths.clubCard())}>
            <Trans>To the club card</Trans>
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
