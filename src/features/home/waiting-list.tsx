import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UnsentProducts } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Steady } from '#src/ui/feedback/reveal-together.tsx';
import { keepHeight } from './kept-height.ts';
import { MatterRow } from './matter-row.tsx';
import { useMatters } from './use-matters.ts';

/** As many stand on home before the rest is asked for. */
const SHOWN = 3;

export interface WaitingListProps {
  unsent: ReadonlyMap<string, UnsentProducts> | undefined;
}

/**
 * What runs out or waits for the person, in one list (spec 1 §2 "Home"); nothing where nothing does.
 * @param props.meanwhile shown until it is read
 */
export function WaitingList({ meanwhile, ...props }: WaitingListProps & { meanwhile: ReactNode }) {
  return (
    <Steady meanwhile={meanwhile}>
      <Matters {...props} />
    </Steady>
  );
}

function Matters({ unsent }: WaitingListProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const matters = useMatters(unsent);
  const place = useKeptHeight(isOpen);
  const count = matters.length;
  return (
    <div ref={place}>
      {count > 0 && (
        <Section
          title={<Trans>Waiting for you</Trans>}
          link={
            count > SHOWN && (
              <span className="-me-gutter">
                <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                  {isOpen ? (
                    <Trans>Show fewer</Trans>
                  ) : (
                    <Trans context="what waits">All {count}</Trans>
                  )}
                </Button>
              </span>
            )
          }
        >
          {/* What comes anew is read aloud; that a minute has gone by is not. */}
          <div aria-live="polite" aria-relevant="additions">
            <List label={t`Waiting for you`}>
              {matters.slice(0, isOpen ? count : SHOWN).map((matter) => (
                <MatterRow key={matter.id} matter={matter} />
              ))}
            </List>
          </div>
        </Section>
      )}
    </div>
  );
}

/** Remembers how high it stands for the app's next start; not while all of it is shown. */
function useKeptHeight(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = place.current;
    if (!list || isOpen) return undefined;
    const observer = new ResizeObserver(() => keepHeight(list.offsetHeight));
    observer.observe(list);
    return () => observer.disconnect();
  }, [isOpen]);
  return place;
}
