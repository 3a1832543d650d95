import { describe, expect, it } from 'vitest';
import { matchesAllTerms, projectSearchText } from '#schemas/text-search.ts';
import { addressOf, cityOf } from '#src/features/projects/queries.ts';

const project = {
  name: 'Dom Majewskich',
  street_name: 'ul. Łagiewnicka 88',
  postal_code: '30-417',
  city: 'Kraków',
};

describe('an address', () => {
  it('is one line, without gaps for missing parts', () => {
    expect(addressOf(project)).toBe('ul. Łagiewnicka 88, 30-417 Kraków');
    expect(addressOf({ ...project, city: '' })).toBe('ul. Łagiewnicka 88, 30-417');
  });

  it('has the town’s name, or the postal code if there is no name', () => {
    expect(cityOf(project)).toBe('Kraków');
    expect(cityOf({ ...project, city: '' })).toBe('30-417');
  });

  it.each(['łagiew', 'lagiewnicka 88', 'KRAKOW, ul', '30-417', 'majewskich'])(
    'is found by %s',
    (text) => {
      expect(matchesAllTerms(projectSearchText(project), text)).toBe(true);
    },
  );

  it('isn’t found if one of the words is missing', () => {
    expect(matchesAllTerms(projectSearchText(project), 'Łagiewnicka 89')).toBe(false);
    expect(matchesAllTerms(projectSearchText(project), ' , ')).toBe(false);
  });
});
