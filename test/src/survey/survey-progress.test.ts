import { describe, expect, it } from 'vitest';
import { surveyProgress } from '#src/features/survey/survey-progress.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const response = [{ question_id: 1, answer_id: 11, value: null }];

describe('answers of a survey that was left', () => {
  it('are there again, for the same person and the same project only', () => {
    const store = memory();
    surveyProgress(store, 'anna', 'p1').keep(response);
    expect(surveyProgress(store, 'anna', 'p1').read()).toEqual(response);
    expect(surveyProgress(store, 'anna', 'p2').read()).toEqual([]);
    expect(surveyProgress(store, 'piotr', 'p1').read()).toEqual([]);
  });

  it('are gone once it is finished', () => {
    const store = memory();
    const progress = surveyProgress(store, 'anna', 'p1');
    progress.keep(response);
    progress.clear();
    expect(store.kept.size).toBe(0);
  });

  it('are none where what is kept can not be read', () => {
    const store = memory();
    store.setItem('draft:anna:survey:p1', '[{"question_id":"?"}]');
    expect(surveyProgress(store, 'anna', 'p1').read()).toEqual([]);
  });

  it('do not stop the survey when the store is full', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => surveyProgress(full, 'anna', 'p1').keep(response)).not.toThrow();
  });
});
