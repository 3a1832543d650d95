import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';

interface DebouncedTextOptions {
  readonly delayMs: number;
  /** True to report a change immediately if more than `delayMs` have passed since the last reported one. */
  readonly isFirstImmediate?: boolean;
  readonly onChange: (value: string) => void;
  /** Converts the text to the reported value, for example to an empty string while the text is too short. */
  readonly toValue?: (text: string) => string;
}

/**
 * Returns a text that changes often, and a function that sets it. Calls `onChange` with its value, such as a search
 * parameter, once the text hasn't changed for `delayMs`. If a link or "back" changes the value, the text follows.
 */
export function useDebouncedText(
  value: string,
  { delayMs, isFirstImmediate = false, onChange, toValue = (text) => text }: DebouncedTextOptions,
): readonly [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(value);
  const [sentValue, setSentValue] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // A link or "back" has changed the value. The text takes over that value, because it would otherwise undo the change.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sentValue) {
      setSentValue(value);
      setText(value);
    }
  }
  const writtenAt = useRef(-Infinity);
  useEffect(() => {
    const newValue = toValue(text);
    if (newValue === value) return undefined;
    const isLongAgo = performance.now() - writtenAt.current > delayMs;
    const timer = setTimeout(
      () => {
        writtenAt.current = performance.now();
        setSentValue(newValue);
        onChange(newValue);
      },
      isFirstImmediate && isLongAgo ? 0 : delayMs,
    );
    return () => clearTimeout(timer);
  });
  return [text, setText];
}
