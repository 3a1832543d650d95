import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderDocument, OrderLine } from '#schemas/order.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useMoney } from '#src/features/club-card/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';
import { ProductLine } from '#src/ui/lists/product-line.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { CustomInputData } from './custom-input-data.tsx';

/** Contents of an order (spec 2 §2): products with quantity and price, a card, or a top-up. */
export function OrderContents({ order }: { order: OrderDocument }) {
  const { t } = useLingui();
  const kind = productKindOf(order.meta.type);
  return (
    <Section title={t`What you ordered`}>
      <List>
        {order.contents.map((line) => (
          <Line key={line.variantGuid} line={line} isAlone={order.contents.length === 1} />
        ))}
      </List>
      {kind === 'card' && (
        <CardPart>
          <Trans>A club card. When it has come, register its serial number.</Trans>
        </CardPart>
      )}
      {kind === 'top-up' && <TopUp order={order} />}
      {order.contents.map(
        ({ variantGuid, inputData }) =>
          inputData && <CustomInputData key={variantGuid} input={inputData} />,
      )}
    </Section>
  );
}

interface LineProps {
  line: OrderLine;
  /** True if it is the whole order, whose points are shown above. */
  isAlone: boolean;
}

function Line({ line, isAlone }: LineProps) {
  const format = useFormat();
  const quantity = format.number(line.quantity);
  const price = format.number(line.price);
  const total = line.price * line.quantity;
  return (
    <ProductLine
      image={line.image}
      name={line.name}
      kind={line.title}
      count={line.quantity === 1 ? '' : `${quantity} × ${price}`}
      total={!isAlone && <Points number={format.number(total)} label={format.points(total)} />}
    />
  );
}

function TopUp({ order }: { order: OrderDocument }) {
  const money = useMoney();
  const { amount } = order.meta;
  const value = amount === null ? null : money(amount);
  return (
    <CardPart>
      {value === null ? (
        <Trans>A top-up of the club card.</Trans>
      ) : (
        <Trans>A top-up of the club card, worth {value}.</Trans>
      )}
    </CardPart>
  );
}

/** Text about the card, with a link to it if there is one. */
function CardPart({ children }: { children: ReactNode }) {
  const maySee = useCanSee();
  return (
    <Card>
      <p className="break-long">{children}</p>
      {maySee(paths.clubCard()) && (
        <div className="mt-3">
          <LinkButton variant="secondary" icon={<CreditCard />} {...linkTo(paths.clubCard())}>
            <Trans>To the club card</Trans>
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
