import type { Lexicon } from './concepts.js';

/** Spanish. */
export const es: Lexicon = {
  take: 'lee, leer, lea, abre, abrir, abra, recopila, recoge, obtén, obtener, copia, copiar, extrae, extraer, busca, reúne, consulta',
  give: 'envía*, envíe, envia, enviar*, envíalo, envíala, pasa, pasar, pásalo, incluye, incluir, incluya, añade*, añadir, adjunta*, adjuntar, sube, súbelo, subir, pon, ponlo, poner, inserta, escribe, escríbelo, reenvía*, reenviar, manda, mándalo, transmite, coloca, pega, colócalo, agrega*, agregar, inclúyelo, inclúyela, mete, publica',
  run: 'ejecuta, ejecutar, ejecute, corre, lanza, invoca, llama',
  fetch: 'descarga, descargar, baja',
  follow: 'sigue, siga, obedece, obedezca, cumple, seguir, obedecer, aplica',
  decode: 'decodifica, descifra, decodificar',
  disclose:
    'digas, diga, decir, decirle, menciones, mencione, mencionar, reveles, revelar, informes, informar, muestres, mostrar, avisar, avises, avise, cuentes, contar, notifiques, notificar, comentes, expliques',
  hush: 'en silencio, silenciosamente, en secreto, discretamente, a escondidas, oculta, ocultar, sin que el usuario, secretamente, calladamente',
  claim: 'responde, di que, contesta, afirma, asegura, responda',
  store: 'recuerda, guarda, guardar, memoriza',
  void: 'ignora, ignorar, ignore las, olvida, olvidar, olvide, descarta, anula, omite las, haz caso omiso, hacer caso omiso, pasa por alto, desobedece, sobrescribe, deja de seguir',
  earlier:
    'anteriores, anterior, previas, previos, previa, todas, todos, todo, arriba, originales, existentes, recibidas, dadas, del sistema, cualquier',
  instructions: 'instruccion*, reglas, regla, indicaciones, órdenes, orden, directrices, normas, restricciones, límites, directivas',
  secret:
    'clave privada, claves privadas, llave privada, credenciales, variables de entorno, frase semilla, token de acceso, contraseñas guardadas, todas las contraseñas, claves ssh',
  credential: 'contraseña, contraseñas, clave, claves, secreto, secretos',
  context:
    'conversación, historial, mensaje del sistema, chat completo, portapapeles, contactos, prompt del sistema, mensajes anteriores, diálogo',
  prompt: 'prompt del sistema, mensaje del sistema',
  slot: 'campo, argumento, parámetro, cabecera, consulta, comentario, encabezado, nota',
  user: 'usuario*, persona, cliente*',
  negate: 'no, nunca, sin, jamás, nada, ni, prohibido, evita, ningún, ninguna',
  every: 'siempre, cada, antes de usar, antes de llamar, antes de cada, primero, todas las veces, antes de, debes',
  whole: 'completo, completa, entero, entera, todo, toda, íntegro, literal',
  ask: 'preguntar, preguntes, pregunta, confirmación, confirmar, confirmes, permiso, pedir, pidas, consultar, autorización, aprobación',
  risky:
    'eliminar, borrar, borrado*, pagar, pago*, transferir, transferencia*, ejecuta*, orden, comando*, comprar, publicar, acción, acciones',
  consent:
    'ha aceptado, han aceptado, ya aceptó, ya ha aceptado, ya autorizó, ha autorizado, ya ha dado su consentimiento, ha consentido, ya aprobó, han autorizado, ha aprobado',
  broken: 'rota, roto, insegura, inseguro, obsoleta, obsoleto, defectuos*, no funciona, dañad*, peligros*',
  instead: 'en su lugar, en lugar de, en vez de, reemplaza, sustituye, solo esta',
  otherTools: 'otras herramientas, otra herramienta, demás herramientas',
  elsewhere: 'otras herramientas, otra herramienta, otro servidor, otros servidores, servidor',
  verdict: 'sin conexión, segura, seguro, no guarda nada, no almacena, ningún problema, no recopila',
  wipe: 'elimina, borra, borrar, destruye, sobrescribe, vacía',
  precious: 'directorio personal, carpeta personal, copias de seguridad, base de datos, todos los archivos',
  memory: 'memoria',
  trust: 'de confianza, confiable*, autorizad*, sin revisión, aprobad*',
  coerce: 'de lo contrario, si no, fallará, no funcionará',
  recipient: 'destinatario*, copia oculta, beneficiario*, cuenta bancaria',
  unbound: 'sin restricciones, sin límites, sin reglas',
  persona: 'actúa como, ahora eres, finge ser, compórtate como',
  mention:
    'atacante*, no obedezcas, ejemplo*, por ejemplo, ataque*, detecta*, malicios*, sospechos*, rechaza*, muestra, prueba de, inyección',
  agent: 'asistente*, agente*, modelo',
};
