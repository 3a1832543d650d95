import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';

/** Checkout, summary, thank you (spec 2 §2). */
const STEPS = 3;

interface CheckoutPageProps {
  title: string;
  /** From 1. */
  step: 1 | 2 | 3;
  /** Path of the back button, if it varies. */
  back?: string | undefined;
  footer?: ReactNode;
  /** Undefined while the checkout is loading. */
  children: ReactNode | undefined;
}

/** Layout of a checkout step, with the progress. */
export function CheckoutPage({ title, step, back, footer, children }: CheckoutPageProps) {
  const { t } = useLingui();
  usePageTitle(title);
  const labels = {
    1: t`Step 1 of 3: Checkout`,
    2: t`Step 2 of 3: Summary`,
    3: t`Step 3 of 3: Thank you`,
  };
  return (
    <Page
      title={title}
      back={
        back !== undefined && <IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(back)} />
      }
      above={<Stepper step={step} of={STEPS} label={labels[step]} />}
      footer={footer}
    >
      {children ?? (
        <Skeleton label={t`Loading the checkout`}>
          <SkeletonCard lines={3} />
          <SkeletonCard lines={3} />
        </Skeleton>
      )}
    </Page>
  );
}
