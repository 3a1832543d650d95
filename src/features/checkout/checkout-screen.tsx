import { Trans, useLingui } from '@lingui/react/macro';
import { Building2, House } from 'lucide-react';
import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import { type CheckoutProblem, validateCheckout } from '#schemas/checkout-rules.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { useGo } from '#src/app/use-go.ts';
import { AddressCard, ContactCard } from './customer-cards.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { directProductLink } from './checkout-state.ts';
import { type Checkout, useCheckout, useCheckoutState } from './use-checkout.ts';

/** `/checkout`: delivery, address and recipient (spec 2 §2). */
export function CheckoutScreen() {
  return <CheckoutStart />;
}

/** `/checkout/person`: the same, with delivery to a person selected (spec 1 §2). */
export function PersonScreen() {
  return <CheckoutStart deliveryType={deliveryTypes.personal} />;
}

/** `/checkout/company`: the same, with delivery to the company selected (spec 1 §2). */
export function CompanyScreen() {
  return <CheckoutStart deliveryType={deliveryTypes.company} />;
}

/** @param props.deliveryType the delivery selected by the path */
function CheckoutStart({ deliveryType }: { deliveryType?: DeliveryType }) {
  const { t } = useLingui();
  const checkout = useCheckout(deliveryType);
  return (
    <CheckoutPage
      title={t({ context: 'title', message: 'Checkout' })}
      step={1}
      back={useBackLink()}
      footer={checkout && <ContinueButton checkout={checkout} />}
    >
      {checkout && <Choices checkout={checkout} deliveryType={deliveryType} />}
    </CheckoutPage>
  );
}

/** Returns a link back to the product if it was ordered directly, otherwise to the cart (spec 2 §2). */
function useBackLink(): AppLink {
  const { direct: directProduct } = useCheckoutState().state;
  return directProduct === null ? paths.cart() : directProductLink(directProduct);
}

const deliveryLinks: Partial<Record<DeliveryType, AppLink>> = {
  [deliveryTypes.personal]: paths.checkoutPerson(),
  [deliveryTypes.company]: paths.checkoutCompany(),
};

interface ChoicesProps {
  checkout: Checkout;
  deliveryType: DeliveryType | undefined;
}

function Choices({ checkout, deliveryType }: ChoicesProps) {
  const { t } = useLingui();
  const go = useGo();
  const { draft, deliveries, change } = checkout;
  const needsDelivery = draft.delivery !== deliveryTypes.digital;
  return (
    <div className="space-y-7">
      {deliveries.length > 1 && (
        <RadioCards
          legend={t`Where should we deliver it?`}
          value={String(draft.delivery)}
          onValueChange={(value) => {
            const delivery = Number(value) as DeliveryType;
            change({ delivery });
            // Keep the path in step with the selection.
            if (deliveryType !== undefined)
              go(deliveryLinks[delivery] ?? paths.checkout(), { replace: true });
          }}
          options={[
            {
              value: String(deliveryTypes.company),
              title: t`To your company`,
              description: t`Delivery is free.`,
              icon: <Building2 />,
            },
            {
              value: String(deliveryTypes.personal),
              title: t`To another address`,
              description: t`Delivery is free.`,
              icon: <House />,
            },
          ]}
        />
      )}
      {needsDelivery && <AddressCard draft={draft} />}
      <ContactCard draft={draft} />
      {validateCheckout(draft).includes('phone_region_mismatch') && (
        <Banner
          tone="warn"
          title={<Trans>Phone number and address are in different countries</Trans>}
        >
          <Trans>
            The courier needs a phone number from the delivery country. Change the number or the
            address.
          </Trans>
        </Banner>
      )}
    </div>
  );
}

function ContinueButton({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const go = useGo();
  const [problem] = validateCheckout(checkout.draft);
  const reasons: Record<CheckoutProblem, string> = {
    contact_incomplete: t`Complete the contact details first.`,
    address_incomplete: t`Add the address first.`,
    phone_region_mismatch: t`Phone number and address must be in the same country.`,
  };
  return (
    <Button
      fullWidth
      disabledReason={problem && reasons[problem]}
      onClick={() => go(paths.checkoutSummary())}
    >
      <Trans>Continue</Trans>
    </Button>
  );
}
