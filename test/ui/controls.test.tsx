import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';

/** Returns the value of an attribute in the first tag that has it. */
function attribute(html: string, name: string): string | undefined {
  return new RegExp(`${name}="([^"]*)"`).exec(html)?.[1];
}

function draw(element: ReactElement): string {
  return renderToStaticMarkup(element);
}

describe('a button', () => {
  it('submits its form only if it is a submit button', () => {
    expect(attribute(draw(<Button>Save</Button>), 'type')).toBe('button');
    expect(attribute(draw(<Button type="submit">Save</Button>), 'type')).toBe('submit');
  });

  it('with a disabled reason stays focusable and is described by the reason', () => {
    const html = draw(<Button disabledReason="You’re offline.">Add</Button>);
    expect(html).not.toMatch(/ disabled=/);
    expect(attribute(html, 'aria-disabled')).toBe('true');
    expect(html).toContain(`<p id="${attribute(html, 'aria-describedby')}"`);
    expect(html).toContain('You’re offline.');
  });

  it('that is busy is announced as busy and keeps its label', () => {
    const html = draw(<Button busy>Send</Button>);
    expect(attribute(html, 'aria-busy')).toBe('true');
    expect(html).toContain('Send');
  });
});

describe('a link button', () => {
  it('is an anchor, or the element that the caller renders', () => {
    expect(draw(<LinkButton href="/scan">Scan</LinkButton>)).toMatch(/^<a href="\/scan"/);
    const html = draw(
      <LinkButton
        render={({ children, ...link }) => (
          <a data-router href="/own" {...link}>
            {children}
          </a>
        )}
      >
        Scan
      </LinkButton>,
    );
    expect(html).toContain('data-router');
    expect(html).toContain('Scan</a>');
  });
});

describe('a text field', () => {
  it('associates label, hint and error with the input', () => {
    const html = draw(<TextField id="mail" label="Email" hint="Work" error="Not an address" />);
    expect(html).toContain('for="mail"');
    expect(attribute(html, 'aria-describedby')).toBe('mail-error mail-hint');
    expect(html).toContain('id="mail-error"');
    expect(html).toContain('id="mail-hint"');
    expect(attribute(html, 'aria-invalid')).toBe('true');
  });

  it('without an error doesn’t claim to have one', () => {
    expect(draw(<TextField label="Email" />)).not.toMatch(/aria-(invalid|describedby)/);
  });
});

describe('a code field', () => {
  it('is one input that phones can autofill', () => {
    const html = draw(<CodeField label="Code" value="48" onValueChange={() => undefined} />);
    expect(html.match(/<input/g)).toHaveLength(1);
    expect(attribute(html, 'autoComplete')).toBe('one-time-code');
    expect(attribute(html, 'inputMode')).toBe('numeric');
  });
});

describe('an error block', () => {
  it('has its alert region even while it is empty', () => {
    expect(draw(<ErrorBlock messages={[]} />)).toMatch(/^<div role="alert"[^>]*><\/div>$/);
    expect(draw(<ErrorBlock messages={['One', 'Two']} />).match(/<li /g)).toHaveLength(2);
  });
});

describe('a number of points', () => {
  it('is announced with its final value, and the animated value is hidden from screen readers', () => {
    const html = draw(<PointsNumber value={1240} format={(points) => `${points}`} unit="points" />);
    expect(html).toMatch(/aria-hidden="true"[^>]*>1240</);
    expect(html).toMatch(/aria-live="polite">1240 points</);
  });
});
