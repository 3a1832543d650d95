import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, Trash2 } from 'lucide-react';
import type { CartProblem, VendorGroup } from '#schemas/cart-rules.ts';
import { type CartLine, MAX_QUANTITY } from '#schemas/cart.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { endWhen } from '#src/data/live/end-when.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useVendorName } from '#src/parts/use-vendor-name.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkSlot } from '#src/ui/links.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { rowPictureClass, VendorPicture } from '#src/ui/media/picture.tsx';
import { Points } from '#src/ui/points.tsx';
import { restoreLine, removeLines, setQuantity } from './actions.ts';
import { cartLines } from './queries.ts';
import { useCartProblemText } from './use-cart-problem-text.ts';

interface VendorSectionProps {
  group: VendorGroup<CartLine>;
  /** True if the cart has no other section. The total is then already in the footer. */
  isOnlySection: boolean;
  /** Reasons why this section can't be ordered. */
  problems: readonly CartProblem[];
}

/** One vendor's section of the cart: its lines, its total, and the reasons why it can't be ordered. */
export function VendorSection({ group, isOnlySection, problems }: VendorSectionProps) {
  const format = useFormat();
  const vendorName = useVendorName();
  const problemText = useCartProblemText();
  return (
    <Section title={vendorName(group.type)}>
      <Card padded={false}>
        <ul className="row-lines">
          {group.lines.map((line) => (
            <CartRow key={line.uuid} line={line} />
          ))}
        </ul>
        {!isOnlySection && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4 py-3">
            <span className="text-ink-soft">
              <Trans>Total</Trans>
            </span>
            <Points number={format.number(group.total)} label={format.points(group.total)} />
          </p>
        )}
      </Card>
      {problems.map((problem) => (
        <Banner key={problem.code} tone="warn" title={problemText(problem)} />
      ))}
    </Section>
  );
}

/** One line of the cart: product, quantity, price, and a remove button. */
function CartRow({ line }: { line: CartLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const { change, remove } = useCartEdits();
  const { name, title, stock, price } = line;
  const max = Math.min(stock, MAX_QUANTITY);
  const isUnavailable = max === 0;
  // With only one unit, its price is the total.
  const isSingleUnit = line.quantity === 1 || isUnavailable;
  const calculation = isSingleUnit
    ? ''
    : `${format.number(line.quantity)} × ${format.number(price)}`;
  return (
    <li className="space-y-3 py-4 ps-4 pe-2 [--row-inset:calc(1.875rem+56px)]">
      <div className="flex items-start gap-3.5">
        <span className={classNames('shrink-0', isUnavailable && 'opacity-50')}>
          <VendorPicture src={line.image} alt="" className={rowPictureClass} />
        </span>
        <div className="min-w-0 flex-1 self-center">
          <LinkSlot
            target={linkTo(paths.shopProduct(line.product_uuid))}
            className="-my-3.5 block rounded-control py-3.5 leading-tight font-semibold text-ink underline-offset-4 break-long hover:underline"
          >
            {name}
          </LinkSlot>
          <p className="mt-0.5 text-small text-ink-soft tnum break-long">
            <Facts facts={[title, calculation]} />
          </p>
        </div>
        <IconButton label={t`Remove ${name}`} icon={<Trash2 />} onClick={() => remove(line)} />
      </div>
      {isUnavailable ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 ps-[calc(0.875rem+56px)]">
          <Badge icon={<Ban />}>
            <Trans>Sold out</Trans>
          </Badge>
          <span className="text-small text-ink-soft">
            <Trans>Not included in this order.</Trans>
          </span>
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 ps-[calc(0.875rem+56px)] pe-2">
          <NumberField
            variant="pill"
            label={t`Quantity of ${name}`}
            value={line.quantity}
            onValueChange={(value) => value !== null && !Number.isNaN(value) && change(line, value)}
            invalidText={t`Enter a whole number.`}
            min={1}
            max={max}
            decreaseLabel={t`Decrease quantity of ${name}`}
            increaseLabel={t`Increase quantity of ${name}`}
          />
          <Points
            number={format.number(price * line.quantity)}
            label={format.points(price * line.quantity)}
          />
        </div>
      )}
    </li>
  );
}

/** Changes lines of the cart immediately; shows a toast if a change can't be saved. */
function useCartEdits() {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const showFailure = (line: CartLine, operation: Promise<void>) => {
    const subject = line.uuid;
    void operation.catch((error: unknown) =>
      showToast({ tone: 'bad', subject, message: errorMessage(error) }),
    );
  };
  const isInCart = (line: CartLine) => (lines: readonly CartLine[]) =>
    lines.some(({ uuid }) => uuid === line.uuid);

  const remove = async (line: CartLine) => {
    await removeLines(account, [line.uuid]);
    const { name } = line;
    showToast({
      message: t`Removed: ${name}`,
      subject: line.uuid,
      timeoutMs: 8000,
      action: { label: t`Undo`, onPress: () => showFailure(line, restoreLine(account, line)) },
      until: endWhen(cartLines(account), isInCart(line)),
    });
  };
  return {
    change: (line: CartLine, quantity: number) => {
      dismissToastsAbout(line.uuid);
      showFailure(line, setQuantity(account, line.uuid, quantity));
    },
    remove: (line: CartLine) => showFailure(line, remove(line)),
  };
}
