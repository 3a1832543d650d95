import { Trans } from '@lingui/react/macro';
import type { CartLine } from '#schemas/cart.ts';
import type { CartBlock, VendorGroup } from '#schemas/cart-rules.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Points } from '#src/ui/points.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { CartRow } from './cart-row.tsx';
import { useBlockText } from './use-block-text.ts';

interface VendorSectionProps {
  group: VendorGroup<CartLine>;
  /** True for the only section, whose total is the cart's total in the footer. */
  isAlone: boolean;
  /** Reasons why this section can't be ordered. */
  blocks: readonly CartBlock[];
}

/** One vendor's section of the cart: lines, total, and reasons why it can't be ordered. */
export function VendorSection({ group, isAlone, blocks }: VendorSectionProps) {
  const format = useFormat();
  const vendor = useVendorName();
  const blockText = useBlockText();
  return (
    <Section title={vendor(group.type)}>
      <Card padded={false}>
        <ul className="row-lines">
          {group.lines.map((line) => (
            <CartRow key={line.uuid} line={line} />
          ))}
        </ul>
        {!isAlone && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4 py-3">
            <span className="text-ink-soft">
              <Trans>Total</Trans>
            </span>
            <Points number={format.number(group.total)} label={format.points(group.total)} />
          </p>
        )}
      </Card>
      {blocks.map((block) => (
        <Banner key={block.code} tone="warn" title={blockText(block)} />
      ))}
    </Section>
  );
}
