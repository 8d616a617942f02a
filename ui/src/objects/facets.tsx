/**
 * Facets of the result: values with their counts. The counts of a facet ignore the values that the user has chosen in
 * this facet.
 */
import { memo, useState } from 'react';
import { imageRepository } from '../../../schema/image-repository.ts';
import { counted } from '../format/count.ts';
import { LabelFacetDocument, type ObjectFilter, type SummaryQuery } from '../graph/graphql.ts';
import { labelValueOf, termsOfGroup, withoutLabel } from '../groups/grouping.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { Name } from '../parts/name.tsx';
import { useRoving, type Roving } from '../parts/roving.ts';
import { toggled, typedValue, valuesOf, wholeValue, withValues, type Field, type Term } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { FACET_FIELDS, FACETS } from './facet-fields.ts';

type Facet = NonNullable<NonNullable<SummaryQuery['objects']>['facets']>[number];

const SHOWN = 7;

interface FacetsProps {
  readonly facets: readonly Facet[] | undefined;
  /** Keys of labels that have their own facet. */
  readonly labels: readonly string[];
  /** Selects the objects to count. Undefined while the user types, and until the names in the query are known. */
  readonly filter: ObjectFilter | undefined;
  readonly terms: readonly Term[];
  readonly onTerms: (terms: readonly Term[]) => void;
  readonly onClose: () => void;
}

/** Memoized, so that typing does not render the facets again. */
export const Facets = memo(function Facets({ facets, labels, filter, terms, onTerms, onClose }: FacetsProps) {
  return (
    <aside className="facets" aria-label={texts.facets.label}>
      <button className="plain-button facets-close" onClick={onClose}>
        {texts.facets.close}
      </button>
      {facets?.map(facet => {
        const field = FACET_FIELDS[facet.field];
        // Hides an optional facet without values, unless the user has chosen a value of it.
        if (field && !FACETS.includes(facet.field) && facet.values.length === 0 && valuesOf(terms, field).length === 0)
          return null;
        return field && <OneFacet key={facet.field} facet={facet} field={field} terms={terms} onTerms={onTerms} />;
      }) ?? <p className="quiet">{texts.facets.counting}</p>}
      {filter && labels.map(key => <OneLabel key={key} label={key} filter={filter} terms={terms} onTerms={onTerms} />)}
    </aside>
  );
});

/** Facet of one label. An object has one value per label, so a newly chosen value replaces the previous value. */
function OneLabel({
  label,
  filter,
  terms,
  onTerms,
}: { label: string; filter: ObjectFilter } & Pick<FacetsProps, 'terms' | 'onTerms'>) {
  const { data } = useAnswer(
    LabelFacetDocument,
    { filter, fields: ['LABEL'], labelKey: label },
    { everyMs: LIST_EVERY_MS },
  );
  const values = data?.objects?.facets?.[0]?.values ?? [];
  const chosen = labelValueOf(terms, 'label', label);
  const roving = useRoving(values.map(({ value }) => value));
  return (
    <fieldset className="facet" {...roving.group}>
      <legend title={label}>{label}</legend>
      {values.map(({ value, count }) => (
        <Value
          key={value}
          title={value}
          count={count}
          isChosen={value === chosen}
          stop={roving.stop(value)}
          onToggle={() =>
            onTerms(
              value === chosen ? withoutLabel(terms, 'label', label) : termsOfGroup(terms, `label:${label}`, value),
            )
          }
        />
      ))}
      {data && values.length === 0 && <p className="quiet small">{texts.facets.none}</p>}
    </fieldset>
  );
}

function OneFacet({
  facet,
  field,
  terms,
  onTerms,
}: {
  facet: Facet;
  field: Field;
  terms: readonly Term[];
  onTerms: FacetsProps['onTerms'];
}) {
  const [sought, setSought] = useState('');
  const [isWhole, setWhole] = useState(false);
  const chosen = valuesOf(terms, field).map(it => wholeValue(field, it));
  const isChosen = (value: string) => chosen.some(it => means(field, it, value));
  const gone = chosen.filter(it => !facet.values.some(({ value }) => means(field, it, value)));
  const matching = facet.values.filter(({ title }) => title.toLowerCase().includes(sought.toLowerCase()));
  const shown =
    isWhole || sought !== '' ? matching : matching.filter(({ value }, index) => index < SHOWN || isChosen(value));
  const hidden = matching.length - shown.length;
  const roving = useRoving([...gone, ...shown.map(({ value }) => value)]);
  const said = texts.facets;
  const title = texts.columns[field as keyof typeof texts.columns];
  const toggle = (value: string) => {
    if (field === 'suspended') return onTerms(withValues(terms, field, chosen.includes(value) ? [] : [value]));
    if (field === 'revision' || field === 'image') {
      const next = chosen.includes(value) ? chosen.filter(it => it !== value) : [...chosen, value];
      return onTerms(
        withValues(
          terms,
          field,
          next.map(it => typedValue(field, it)),
        ),
      );
    }
    const typed = chosen.find(it => means(field, it, value));
    onTerms(toggled(terms, field, typed ?? shortest(value, field, facet)));
  };
  return (
    <fieldset className="facet" {...roving.group}>
      <legend>
        {title}
        {chosen.length > 0 && (
          <button className="link-button" onClick={() => onTerms(withValues(terms, field, []))}>
            {said.any}
          </button>
        )}
      </legend>
      {facet.values.length > SHOWN && (
        <input
          type="search"
          className="facet-search"
          value={sought}
          placeholder={said.search(facet.values.length, facet.truncated)}
          aria-label={said.searchLabel(title)}
          onChange={event => setSought(event.target.value)}
        />
      )}
      {gone.map(value => (
        <Value key={value} title={value} count={0} isChosen stop={roving.stop(value)} onToggle={() => toggle(value)} />
      ))}
      {shown.map(({ value, count }) => (
        <Value
          key={value}
          title={shortest(value, field, facet)}
          whole={value}
          count={count}
          isChosen={isChosen(value)}
          stop={roving.stop(value)}
          onToggle={() => toggle(value)}
        />
      ))}
      {shown.length === 0 && gone.length === 0 && <p className="quiet small">{said.none}</p>}
      {hidden > 0 && (
        <button className="link-button" onClick={() => setWhole(true)}>
          {said.more(hidden, facet.truncated)}
        </button>
      )}
      {isWhole && sought === '' && matching.length > SHOWN && (
        <button className="link-button" onClick={() => setWhole(false)}>
          {said.fewer}
        </button>
      )}
    </fieldset>
  );
}

function Value({
  title,
  whole,
  count,
  isChosen,
  stop,
  onToggle,
}: {
  title: string;
  whole?: string;
  count: number;
  isChosen: boolean;
  stop: ReturnType<Roving['stop']>;
  onToggle: () => void;
}) {
  return (
    <label className="facet-value" title={whole ?? title}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        aria-label={`${title || '""'}, ${counted(count)}`}
        {...stop}
      />
      <span className="facet-title">
        <Name name={title || '""'} />
      </span>
      <span className="count">{counted(count)}</span>
    </label>
  );
}

/** True if a value in the query stands for this value of the facet. */
function means(field: Field, typed: string, value: string): boolean {
  if (typed === value) return true;
  return (
    (field === 'kind' && isKind(typed, value)) || (field === 'imagerepository' && imageRepository(typed) === value)
  );
}

/** True if a value in the query names this kind. `kustomization` names `Kustomization.kustomize.toolkit.fluxcd.io`. */
function isKind(typed: string, value: string): boolean {
  const [a, b] = [typed.toLowerCase(), value.toLowerCase()];
  return a === b || (!a.includes('.') && b.startsWith(`${a}.`));
}

/**
 * Short title of a value. A kind loses its group if the facet has no other kind of this name. A repository gets the
 * title from the server.
 */
function shortest(value: string, field: Field, facet: Facet): string {
  if (field === 'imagerepository') return facet.values.find(it => it.value === value)?.title ?? value;
  const name = value.split('.', 1)[0] ?? value;
  if (field !== 'kind' || name === value) return value;
  return facet.values.some(other => other.value !== value && other.value.split('.', 1)[0] === name) ? value : name;
}
