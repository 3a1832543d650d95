import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { DIGITAL_STREET } from '#schemas/checkout.ts';
import { TOP_UP_WORKING_DAYS, topUpValue } from '#schemas/club-card.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { OrderSubmission } from '#schemas/order-submission.ts';
import { regions } from '#schemas/regions.ts';
import { isDecor } from '#schemas/roles.ts';
import { documentLinks } from '#src/app/brand-links.ts';
import { useRegionalSettings } from '#src/data/account/use-regional-settings.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { useMoney } from '#src/data/text/money.ts';
import { useCardActions } from './actions.ts';
import type { TopUpAmount } from './queries.ts';

interface TransferFormProps {
  amounts: readonly TopUpAmount[];
  /** The company's balance. */
  points: number;
  self: InstallerUser;
}

/** Top-up form: amount, its value on the card, terms. */
export function TransferForm({ amounts, points, self }: TransferFormProps) {
  const { t } = useLingui();
  const id = useId();
  const errorText = useErrorMessage();
  const format = useFormat();
  const topUpRequest = useTopUp();
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [isAgreed, setIsAgreed] = useState(false);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  // A colleague may spend points while the form is open, so the selected amount may become too high.
  const selectedAmount = amounts.find(({ uuid }) => uuid === selectedId && canOrder(uuid));
  function canOrder(uuid: string): boolean {
    return amounts.some(
      (amount) => amount.uuid === uuid && amount.isInStock && amount.points <= points,
    );
  }
  const balanceText = format.points(points);
  const submit = () => {
    setHasSubmitted(true);
    const order = selectedAmount && toTopUpOrder(selectedAmount, self);
    if (order && isAgreed) void topUpRequest.run(order);
  };
  return (
    <Page
      title={<Trans>Top up card</Trans>}
      subtitle={<Trans>Your company has {balanceText}.</Trans>}
      footer={
        <SubmitFooter
          form={id}
          busy={topUpRequest.busy}
          failure={topUpRequest.failure === null ? null : errorText(topUpRequest.failure)}
          disabledReason={useFormDisabledReason(self)}
        >
          <Trans>Top up card</Trans>
        </SubmitFooter>
      }
    >
      <form
        id={id}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
          focusFirstError(event.currentTarget);
        }}
      >
        <AmountField
          amounts={amounts}
          points={points}
          value={selectedAmount?.uuid ?? null}
          onValueChange={setSelectedId}
          error={hasSubmitted && !selectedAmount && t`Choose an amount.`}
        />
        {selectedAmount && <PointValue points={selectedAmount.points} />}
        <Terms self={self}>
          <CheckboxField
            label={t`I accept the terms of the club card.`}
            checked={isAgreed}
            onChange={(event) => setIsAgreed(event.target.checked)}
            error={hasSubmitted && !isAgreed && t`Accept the terms first.`}
          />
        </Terms>
      </form>
    </Page>
  );
}

/** Value of the points on the card, and when they arrive (spec 2 §5). */
function PointValue({ points }: { points: number }) {
  const money = useMoney();
  return (
    <Card>
      <p className="text-small font-medium text-ink-soft">
        <Trans>This top-up</Trans>
      </p>
      <p className="font-display text-display font-semibold tnum break-long" aria-live="polite">
        {money(topUpValue(points))}
      </p>
      <p className="text-small break-long">
        <Plural
          value={TOP_UP_WORKING_DAYS}
          one="It reaches the card within # working day. Until then, the points are reserved."
          other="It reaches the card within # working days. Until then, the points are reserved."
        />
      </p>
    </Card>
  );
}

interface TermsProps {
  self: InstallerUser;
  children: React.ReactNode;
}

/**
 * Checkbox to accept the terms. The link to the terms is below it, because inside the label it would be tapped by
 * mistake.
 */
function Terms({ self, children }: TermsProps) {
  const settings = useRegionalSettings();
  const links = documentLinks(self.region, isDecor(self.role.id), settings?.links);
  const href = links.find(({ id }) => id === 'terms')?.href ?? '';
  return (
    <Card>
      {children}
      <div className="ps-9">
        <TextLink href={href}>
          <Trans>Read the terms</Trans>
        </TextLink>
      </div>
    </Card>
  );
}

/** Reason why the form can't be submitted now; false if it can. */
function useFormDisabledReason(self: InstallerUser): string | false {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  if (offline) return t`You’re offline. Connect to top up the card.`;
  return (
    self.phone === null &&
    t`Orders need a phone number, and your profile doesn’t have one. Contact support to add it.`
  );
}

/**
 * Orders the top-up and opens the card. The idempotency key depends on the order's content, so a lost response,
 * a second press or a restart doesn't top up twice.
 */
function useTopUp() {
  const { t } = useLingui();
  const { topUp } = useCardActions();
  const go = useGo();
  const keys = useRequestKeys('top-up');
  return useRequest(async (order: NonNullable<ReturnType<typeof toTopUpOrder>>) => {
    await topUp(order, await keys.keyFor(order));
    await keys.complete(order);
    showToast({
      message: t`Your points are on their way.`,
      subject: 'club card',
      tone: 'good',
      timeoutMs: 5000,
    });
    go(paths.clubCard(), { replace: true, done: true });
  });
}

type Customer = Pick<InstallerUser, 'name' | 'surname' | 'email' | 'phone' | 'region'>;

/**
 * Builds the order for a top-up. Nothing is delivered, so the customer comes from the profile.
 * @returns null if the profile has no phone number, which every order needs
 */
export function toTopUpOrder(
  amount: Pick<TopUpAmount, 'uuid' | 'points'>,
  { name, surname, email, phone, region }: Customer,
): OrderSubmission | null {
  if (phone === null) return null;
  const country = regions.find(({ dialCode }) => phone.startsWith(dialCode))?.code ?? region;
  return {
    type: 'EDENRED_CARD_TOPUP',
    order: [{ uuid: amount.uuid, quantity: 1, price: amount.points }],
    delivery: deliveryTypes.digital,
    customer: {
      name,
      surname,
      phone_region: country,
      phone_number: phone,
      ...(email !== null && { email }),
      street: DIGITAL_STREET,
    },
  };
}

interface AmountFieldProps {
  amounts: readonly TopUpAmount[];
  /** The company's balance. */
  points: number;
  /** Id of the selected amount. */
  value: string | null;
  onValueChange: (uuid: string) => void;
  error: ReactNode;
}

/** Radio cards with the amounts. Those above the company's balance are disabled (spec 2 §5). */
function AmountField({ amounts, points, ...fieldProps }: AmountFieldProps) {
  const { t } = useLingui();
  const format = useFormat();
  const money = useMoney();
  return (
    <RadioCards
      {...fieldProps}
      legend={<Trans>Amount</Trans>}
      columns={2}
      options={amounts.map((amount) => {
        const missingPoints = amount.points - points;
        const euroValue = money(topUpValue(amount.points));
        const missing = format.points(missingPoints);
        const describe = () => {
          if (missingPoints > 0) return t`You need ${missing} more.`;
          return amount.isInStock ? t`${euroValue} on the card` : t`Not available now`;
        };
        return {
          value: amount.uuid,
          title: <span className="tnum">{format.points(amount.points)}</span>,
          description: describe(),
          disabled: missingPoints > 0 || !amount.isInStock,
        };
      })}
    />
  );
}
