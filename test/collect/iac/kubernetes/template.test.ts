import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functions } from '../../../../src/collect/iac/kubernetes/template/functions.js';
import { withoutMarks } from '../../../../src/collect/iac/kubernetes/template/marks.js';
import { parseTemplate } from '../../../../src/collect/iac/kubernetes/template/parse.js';
import { textOfParts } from '../../../../src/collect/iac/kubernetes/template/parts.js';
import { Renderer } from '../../../../src/collect/iac/kubernetes/template/render.js';
import { TemplateSyntaxError } from '../../../../src/collect/iac/kubernetes/template/syntax.js';
import { Origins, type TemplateValue } from '../../../../src/collect/iac/kubernetes/template/values.js';
import { InputError } from '../../../../src/support/errors.js';

function rendered(template: string, data: TemplateValue = new Map()): string {
  const { nodes, defines } = parseTemplate(template);
  const renderer = new Renderer(new Origins());
  renderer.define(defines);
  return textOfParts(renderer.render(nodes, data));
}

const operand = fc.oneof(
  fc.constantFrom('.', '$', '.a', '.a.b', '.c', '$x', 'nil', 'true', '(list 1 2)', '(dict "a" .)', '(include "t" .)'),
  fc.integer({ min: -3, max: 999 }).map(String),
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
);
const call = fc
  .tuple(fc.constantFrom(...Object.keys(functions), 'include', 'tpl', 'fail', 'lookup', 'nobody'), fc.array(operand, { maxLength: 4 }))
  .map(([name, args]) => [name, ...args].join(' '));
const pipe = fc.array(fc.oneof(operand, call), { minLength: 1, maxLength: 3 }).map((commands) => commands.join(' | '));
const { template } = fc.letrec<{ template: string }>((tie) => ({
  template: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll('{', '(')),
    pipe.map((text) => `{{ ${text} }}`),
    fc.tuple(pipe, tie('template')).map(([value, rest]) => `{{ $x := ${value} -}} ${rest}`),
    fc
      .tuple(fc.constantFrom('if', 'with', 'range'), pipe, tie('template'), tie('template'))
      .map(([word, value, a, b]) => `{{- ${word} ${value} }}${a}{{ else }}\n${b}{{ end }}`),
    fc.tuple(tie('template'), tie('template')).map(([a, b]) => `{{ define "t" }}${a}{{ end }}${b}`),
  ),
}));

const DATA: TemplateValue = new Map<string, TemplateValue>([
  ['a', new Map<string, TemplateValue>([['b', [1, 'x', null]]])],
  ['c', '{{ .a }}'],
]);

describe('the renderer of templates', () => {
  it('gives back a text without actions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('{{'));
        expect(rendered(withoutMarks(text))).toBe(withoutMarks(text));
      }),
    );
  });

  it.each([
    ['{{ regexFindAll "[0-9]+" "a1b22c333" 2 | join "," }}', '1,22'],
    ['{{ mustRegexReplaceAll "a(x*)b" "-axxb-" "${1}W" }}', '-xxW-'],
    ['{{ maxf 1.5 2.5 }} {{ minf 1.5 2.5 }} {{ add1f 1.5 }} {{ biggest 1 3 2 }}', '2.5 1.5 2.5 3'],
    ['{{ trimall "$" "$5$" }} {{ swapcase "aB" }} {{ abbrev 5 "hello world" }}', '5 Ab he...'],
    ['{{ osBase "/a/b.c" }} {{ osExt "b.c" }} {{ isAbs "/a" }}', 'b.c .c true'],
    ['{{ list 1 2 | mustToRawJson }}', '[1,2]'],
    ['{{ hasKey (fromYaml "a: *b") "Error" }}', 'true'],
  ])('knows the functions of %s', (text, expected) => {
    expect(rendered(text)).toBe(expected);
  });

  it('ends for every template, with a text or with an error of its own', () => {
    fc.assert(
      fc.property(template, (text) => {
        try {
          rendered(text, DATA);
        } catch (error) {
          if (!(error instanceof TemplateSyntaxError || error instanceof InputError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('says nothing but an error of its own of texts that are no templates', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{{', '}}', '{{-', ' -}}', 'if', 'end', '"', '`', '|', '(', ')', '.a', ' ', '/*', '*/', '$', ':=', '\n')),
        (parts) => {
          try {
            rendered(parts.join(''));
          } catch (error) {
            if (!(error instanceof TemplateSyntaxError || error instanceof InputError)) throw error;
          }
        },
      ),
    );
  });

  it.each([
    ['a {{- "b" -}} c', 'abc'],
    ['{{/* a }} b */}}c', 'c'],
    ['{{ "}}" }}', '}}'],
    ['{{ if false }}a{{ else if true }}b{{ else }}c{{ end }}', 'b'],
    ['{{ range $i, $e := list "x" "y" }}{{ if eq $i 1 }}{{ break }}{{ end }}{{ $e }}{{ end }}', 'x'],
    ['{{ $x := 1 }}{{ range until 3 }}{{ $x = add $x . }}{{ end }}{{ $x }}', '4'],
    ['{{ template "t" "d" }}{{ define "t" }}[{{ . }}]{{ end }}', '[d]'],
    ['{{ (dict "a" (dict "b" "c")).a.b }}', 'c'],
    ['{{ ternary "yes" "no" (and true (not false)) }}', 'yes'],
    ['{{ toYaml (dict "b" (list 1 "2") "a" (dict "x" "y: z")) }}', `a:\n  x: 'y: z'\nb:\n- 1\n- "2"`],
    ['{{ regexReplaceAll "[^a-z]+" "a1b2" "-" }}', 'a-b-'],
    ['{{ printf "%q %05d %v" "a" 42 true }}', '"a" 00042 true'],
    ['{{ dig "a" "b" "none" (dict "a" (dict "c" 1)) }}', 'none'],
  ])('renders %s', (text, expected) => {
    expect(rendered(text)).toBe(expected);
  });
});
