/**
 * Mesh on the page of an object: mesh items of the object with their instances on each cluster, and faults of an Istio
 * object with the YAML lines that cause them.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ObjectMeshDocument, YamlDocument, type ObjectMeshQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useAnswer } from '../use-answer.ts';
import { Item } from './item.tsx';
import { meshTexts as said } from './texts.ts';
import { excerptAt } from './yaml-line.ts';
import './mesh.css';

const EVERY_MS = 15_000;

type Fault = NonNullable<ObjectMeshQuery['object']>['meshValidations'][number];

export function ObjectMesh({ id }: { id: string }) {
  const { data } = useAnswer(ObjectMeshDocument, { id, window: '10m', at: null }, { everyMs: EVERY_MS });
  const object = data?.object;
  if (!object || (object.meshItems.length === 0 && object.meshValidations.length === 0)) return null;
  return (
    <>
      {object.meshValidations.length > 0 && <ObjectFaults id={id} faults={object.meshValidations} />}
      {object.meshItems.map(item => (
        <section key={item.id} aria-labelledby={`mesh ${item.id}`}>
          <h2 id={`mesh ${item.id}`}>
            {said.hereTitle}: <span className="quiet">{said.nodeType[item.type]}</span> {item.namespace}/{item.name}
          </h2>
          <Item item={item} />
          <p>
            <Link to="/mesh" search={{ namespaces: item.namespace }}>
              {said.graphOf}
            </Link>
          </p>
        </section>
      ))}
    </>
  );
}

function ObjectFaults({ id, faults }: { id: string; faults: readonly Fault[] }) {
  const { data } = useAnswer(YamlDocument, { id, managedFields: false }, { everyMs: DETAILS_EVERY_MS });
  const yaml = data?.object?.live?.yaml;
  return (
    <section aria-labelledby="mesh-faults">
      <h2 id="mesh-faults">{said.faultsTitle}</h2>
      <ul className="mesh-faults">
        {faults.map(fault => (
          <li key={`${fault.code} ${fault.path}`} data-severity={fault.severity}>
            <b className={fault.severity === 'ERROR' ? 'failing' : undefined}>{said.severity[fault.severity]}</b>{' '}
            {said.code[fault.code]} {!fault.certain && <span className="quiet">{said.uncertain}</span>}{' '}
            <span className="quiet">{fault.code}</span>
            {fault.references.length > 0 && (
              <p>
                {said.references}:{' '}
                {fault.references.map(({ id, kind, namespace, name }) => (
                  <Link key={id} to="/object" search={{ id }}>
                    {kind} {namespace !== null && `${namespace}/`}
                    {name}{' '}
                  </Link>
                ))}
                {fault.referenceCount > fault.references.length &&
                  said.moreReferences(fault.referenceCount - fault.references.length)}
              </p>
            )}
            <Place yaml={yaml ?? undefined} path={fault.path} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ yaml, path }: { yaml: string | undefined; path: string }) {
  const excerpt = useMemo(() => (yaml === undefined ? undefined : excerptAt(yaml, path)), [yaml, path]);
  return (
    <>
      <p className="quiet small">
        {excerpt && `${said.line(excerpt.line)}: `}
        <code>{path}</code>
      </p>
      {excerpt && (
        <pre className="excerpt" tabIndex={0} role="region" aria-label={said.line(excerpt.line)}>
          {excerpt.lines.map(({ number, text }) => (
            <span key={number} data-here={number === excerpt.line || undefined}>
              <span className="line-number">{number}</span> {text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </>
  );
}
