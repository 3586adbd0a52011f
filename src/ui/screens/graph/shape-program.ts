import { NodeProgram } from 'sigma/rendering';
import type { NodeDisplayData, RenderParams } from 'sigma/types';
import { floatColor } from 'sigma/utils';

/** Forms of nodes, by the number that the shader knows them by. */
export const forms = ['disc', 'square', 'diamond', 'triangle'] as const;
export type Form = (typeof forms)[number];

/** A node as the map knows it; `form` is a number of `forms`. */
export type Marks = { x: number; y: number; size: number; label: string; color: string; form: number; type: 'shape' };

const UNIFORMS = ['u_sizeRatio', 'u_pixelRatio', 'u_matrix'] as const;

// language=GLSL
const VERTEX = `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_form;
uniform float u_sizeRatio;
uniform float u_pixelRatio;
uniform mat3 u_matrix;
varying vec4 v_color;
varying float v_form;
varying float v_edge;
const float bias = 255.0 / 254.0;

void main() {
  gl_Position = vec4((u_matrix * vec3(a_position, 1)).xy, 0, 1);
  gl_PointSize = a_size / u_sizeRatio * u_pixelRatio * 2.0;
  v_edge = 1.0 / gl_PointSize;
  v_form = a_form;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
}`;

// language=GLSL
const FRAGMENT = `
precision mediump float;
varying vec4 v_color;
varying float v_form;
varying float v_edge;

float inside(vec2 m) {
  if (v_form < 0.5) return 0.5 - length(m);
  if (v_form < 1.5) return 0.42 - max(abs(m.x), abs(m.y));
  if (v_form < 2.5) return (0.5 - abs(m.x) - abs(m.y)) * 0.7;
  return min(0.4 - m.y, (m.y + 0.5 - 2.0 * abs(m.x)) * 0.45);
}

void main() {
  float depth = inside(gl_PointCoord - vec2(0.5));
  #ifdef PICKING_MODE
  if (depth < 0.0) discard;
  gl_FragColor = v_color;
  #else
  gl_FragColor = mix(vec4(0.0), v_color, clamp(depth / v_edge, 0.0, 1.0));
  #endif
}`;

interface Uniforms {
  gl: WebGLRenderingContext | WebGL2RenderingContext;
  uniformLocations: Record<string, WebGLUniformLocation>;
}

/** Draws nodes as one point each, in the form of their kind: with one vertex a node, thousands cost little. */
export class ShapeProgram extends NodeProgram<(typeof UNIFORMS)[number], Marks> {
  override getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, POINTS } = WebGLRenderingContext;
    return {
      VERTICES: 1,
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: FRAGMENT,
      METHOD: POINTS,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_form', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
    };
  }

  override processVisibleItem(nodeIndex: number, start: number, data: NodeDisplayData & { form?: number }): void {
    this.array.set([data.x, data.y, data.size, data.form ?? 0, floatColor(data.color), nodeIndex], start);
  }

  override setUniforms({ sizeRatio, pixelRatio, matrix }: RenderParams, { gl, uniformLocations }: Uniforms): void {
    gl.uniform1f(uniformLocations['u_pixelRatio'] ?? null, pixelRatio);
    gl.uniform1f(uniformLocations['u_sizeRatio'] ?? null, sizeRatio);
    gl.uniformMatrix3fv(uniformLocations['u_matrix'] ?? null, false, matrix);
  }
}
