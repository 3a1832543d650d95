import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UnsentProducts } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { saveHeight } from './saved-height.ts';
import { TodoRow } from './todo-row.tsx';
import { useTodos } from './use-todos.ts';

/** To-dos shown before "All" is pressed. */
const SHOWN = 3;

export interface TodoListProps {
  unsent: ReadonlyMap<string, UnsentProducts> | undefined;
}

/**
 * To-dos: what expires or waits for the person (spec 1 §2 "Home"); hidden if empty.
 * @param props.fallback shown while loading
 */
export function TodoList({ fallback, ...props }: TodoListProps & { fallback: ReactNode }) {
  return (
    <RevealTogether fallback={fallback}>
      <Todos {...props} />
    </RevealTogether>
  );
}

function Todos({ unsent }: TodoListProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const todos = useTodos(unsent);
  const place = useSaveHeight(isOpen);
  const count = todos.length;
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
          {/* Announces new to-dos, but not each change of the remaining time. */}
          <div aria-live="polite" aria-relevant="additions">
            <List label={t`Waiting for you`}>
              {todos.slice(0, isOpen ? count : SHOWN).map((todo) => (
                <TodoRow key={todo.id} todo={todo} />
              ))}
            </List>
          </div>
        </Section>
      )}
    </div>
  );
}

/** Saves the list's height for the next start, unless expanded. */
function useSaveHeight(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = place.current;
    if (!list || isOpen) return undefined;
    const observer = new ResizeObserver(() => saveHeight(list.offsetHeight));
    observer.observe(list);
    return () => observer.disconnect();
  }, [isOpen]);
  return place;
}
