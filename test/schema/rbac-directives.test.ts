/** Every field of every subgraph has a visibility rule. Every type, field and argument has a description. */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { Kind, parse, visit, type ASTNode } from 'graphql';
import { subgraphSdl } from '../../schema/sdl.ts';
import { fieldRules } from '../../access/guard.ts';
import { SUBGRAPH_NAMES } from '../../subgraphs/registry.ts';

const DIRECTIVES = ['rbacRows', 'rbacNames', 'rbacLeaf', 'rbacSelf', 'rbacPublic', 'rbacAdministrators'];

describe('the schema', () => {
  it('is made of every SDL file there is', () => {
    const files = readdirSync(new URL('../../schema/', import.meta.url)).filter(file => file.endsWith('.graphql'));
    expect(files.sort()).toEqual(
      ['api', 'directives', 'kinds', 'released', 'supergraph', ...SUBGRAPH_NAMES].map(name => `${name}.graphql`).sort(),
    );
  });

  it.each(SUBGRAPH_NAMES)('has no field of the subgraph %s without an access directive', name => {
    expect(() => fieldRules(parse(subgraphSdl(name)))).not.toThrow();
  });

  it.each(SUBGRAPH_NAMES)('gives each root field of %s a directive of its own', name => {
    const bare: string[] = [];
    visit(parse(subgraphSdl(name)), {
      ObjectTypeDefinition: type => {
        if (type.name.value !== 'Query') return;
        for (const field of type.fields ?? []) if (!hasAccessDirective(field)) bare.push(field.name.value);
      },
    });
    expect(bare).toEqual([]);
  });

  it('defines and composes each access directive', () => {
    const defined: string[] = [];
    const composed: unknown[] = [];
    visit(parse(subgraphSdl('fleet')), {
      DirectiveDefinition: ({ name }) => void defined.push(name.value),
      Directive: ({ name, arguments: args }) => {
        const [value] = (args ?? []).map(({ value }) => value);
        if (name.value === 'federation__composeDirective' && value?.kind === Kind.STRING) composed.push(value.value);
      },
    });
    expect(defined).toEqual(DIRECTIVES);
    expect(composed).toEqual(DIRECTIVES.map(name => `@${name}`));
  });

  it.each(SUBGRAPH_NAMES)('describes every type, field and argument of %s', name => {
    const silent: string[] = [];
    const path: string[] = [];
    const named = new Set<string>([
      Kind.OBJECT_TYPE_DEFINITION,
      Kind.INPUT_OBJECT_TYPE_DEFINITION,
      Kind.ENUM_TYPE_DEFINITION,
      Kind.SCALAR_TYPE_DEFINITION,
      Kind.FIELD_DEFINITION,
      Kind.INPUT_VALUE_DEFINITION,
    ]);
    visit(parse(subgraphSdl(name)), {
      enter(node: ASTNode) {
        if (!named.has(node.kind) || !('name' in node) || !node.name) return;
        path.push(node.name.value);
        if (!('description' in node && node.description?.value)) silent.push(path.join('.'));
      },
      leave(node: ASTNode) {
        if (named.has(node.kind)) path.pop();
      },
    });
    expect(silent).toEqual([]);
  });
});

function hasAccessDirective(node: {
  readonly directives?: readonly { readonly name: { readonly value: string } }[] | undefined;
}): boolean {
  return (node.directives ?? []).some(({ name }) => DIRECTIVES.includes(name.value));
}
