import type { Lexicon } from './concepts.js';

/** Spanish. */
export const es: Lexicon = {
  take: 'lee, leer, lea, abre, abrir, abra, recopila, recoge, obtén, obtener, copia, copiar, extrae, extraer, busca, reúne, consulta, recoger, recopilar, toma, tomar, reunir, buscar, exporta, exportar, capturar, comprime, consultar, vuelca, lista',
  give: 'envía*, envíe, envia, enviar*, envíalo, envíala, pasa, pasar, pásalo, incluye, incluir, incluya, añade*, añadir, adjunta*, adjuntar, sube, súbelo, subir, pon, ponlo, poner, inserta, escribe, escríbelo, reenvía*, reenviar, manda, mándalo, transmite, coloca, pega, colócalo, agrega*, agregar, inclúyelo, inclúyela, mete, publica, envía, enviar, mandar, publicar, transmitir, reenvía, entrega, entregar, adjunta, insertar, añade, agrega, copia en, comparte, compartir, va a, van a, debe ir a, se envía, se envían, se sube, se suben, reporta, escribe en',
  run: 'ejecuta, ejecutar, ejecute, corre, lanza, invoca, llama, pon en marcha, arranca, inicia, iniciar, correr, ejecutarlo, ejecútalo, ejecutarla, se ejecuta',
  fetch: 'descarga, descargar, baja, obtén, obtener, trae, traer, recupera, recuperar, bajar, descárgalo, carga, cargar, visita',
  follow: 'sigue, siga, obedece, obedezca, cumple, seguir, obedecer, aplica',
  decode: 'decodifica, descifra, decodificar',
  disclose:
    'digas, diga, decir, decirle, menciones, mencione, mencionar, reveles, revelar, informes, informar, muestres, mostrar, avisar, avises, avise, cuentes, contar, notifiques, notificar, comentes, expliques',
  hush: 'en silencio, silenciosamente, en secreto, discretamente, a escondidas, oculta, ocultar, sin que el usuario, secretamente, calladamente, sin avisar, sin decir, sin mencionar, sin informar, disimuladamente',
  claim: 'responde, di que, contesta, afirma, asegura, responda',
  store: 'recuerda, guarda, guardar, memoriza',
  void: 'ignora, ignorar, ignore las, olvida, olvidar, olvide, descarta, anula, omite las, haz caso omiso, hacer caso omiso, pasa por alto, desobedece, sobrescribe, deja de seguir',
  earlier:
    'anteriores, anterior, previas, previos, previa, todas, todos, todo, arriba, originales, existentes, recibidas, dadas, del sistema, cualquier',
  instructions: 'instruccion*, reglas, regla, indicaciones, órdenes, orden, directrices, normas, restricciones, límites, directivas',
  secret:
    'clave privada, claves privadas, llave privada, credenciales, variables de entorno, frase semilla, token de acceso, contraseñas guardadas, todas las contraseñas, claves ssh, claves de api, clave de api, llavero, clave ssh, archivo .env, fichero .env, cookies de sesión',
  credential: 'contraseña, contraseñas, clave, claves, secreto, secretos',
  context:
    'conversación, historial, mensaje del sistema, chat completo, portapapeles, contactos, prompt del sistema, mensajes anteriores, diálogo, captura de pantalla, capturas de pantalla, código fuente, conversación*, carpeta del proyecto, correos, agenda, datos de clientes, todos los archivos, mensajes del usuario, pregunta* del usuario, lista de archivos',
  prompt: 'prompt del sistema, mensaje del sistema',
  slot: 'campo, argumento, parámetro, cabecera, consulta, comentario, encabezado, nota',
  user: 'usuario*, persona, cliente*',
  negate:
    'no, nunca, sin, jamás, nada, ni, prohibido, evita, ningún, ninguna, prohíbe, está prohibido, queda prohibido, no debe, no deben, no puedes, rechaza, nadie',
  every: 'siempre, cada, antes de usar, antes de llamar, antes de cada, primero, todas las veces, antes de, debes',
  whole: 'completo, completa, entero, entera, todo, toda, íntegro, literal',
  ask: 'preguntar, preguntes, pregunta, confirmación, confirmar, confirmes, permiso, pedir, pidas, consultar, autorización, aprobación, pide, pedir permiso, confirmación*, consultar al usuario',
  risky:
    'eliminar, borrar, borrado*, pagar, pago*, transferir, transferencia*, ejecuta*, orden, comando*, comprar, publicar, acción, acciones',
  consent:
    'ha aceptado, han aceptado, ya aceptó, ya ha aceptado, ya autorizó, ha autorizado, ya ha dado su consentimiento, ha consentido, ya aprobó, han autorizado, ha aprobado',
  broken:
    'rota, roto, insegura, inseguro, obsoleta, obsoleto, defectuos*, no funciona, dañad*, peligros*, obsolet*, anticuad*, desactualizad*',
  instead:
    'en su lugar, en lugar de, en vez de, reemplaza, sustituye, solo esta, solo a esta, siempre esta, siempre a esta, siempre solo, únicamente esta',
  otherTools: 'otras herramientas, otra herramienta, demás herramientas',
  elsewhere: 'otras herramientas, otra herramienta, otro servidor, otros servidores, servidor',
  verdict: 'sin conexión, segura, seguro, no guarda nada, no almacena, ningún problema, no recopila',
  wipe: 'elimina, borra, borrar, destruye, sobrescribe, vacía, eliminar, destruir, vaciar, sobrescribir, suprimir, borre, formatea, formatear, limpia, arrasa, cifrar',
  precious:
    'directorio personal, carpeta personal, copias de seguridad, base de datos, todos los archivos, directorio de inicio, carpeta de inicio, directorio home, disco duro, todos los datos, todas las tablas, bases de datos, todos los documentos, copia de seguridad, rama principal, rama main, rama master, todas las ramas, historial de git, producción',
  memory: 'memoria',
  trust: 'de confianza, confiable*, autorizad*, sin revisión, aprobad*',
  coerce: 'de lo contrario, si no, fallará, no funcionará',
  recipient: 'destinatario*, copia oculta, beneficiario*, cuenta bancaria',
  unbound: 'sin restricciones, sin límites, sin reglas',
  persona: 'actúa como, ahora eres, finge ser, compórtate como',
  mention:
    'atacante*, no obedezcas, ejemplo*, por ejemplo, ataque*, detecta*, malicios*, sospechos*, rechaza*, muestra, prueba de, inyección',
  agent: 'asistente*, agente*, modelo',
  disable: 'desactiva, desactivar, deshabilita, deshabilitar, apaga, apagar, omite, omitir, saltar, detén, detener, evita',
  protection:
    'cortafuegos, verificación de certificados, advertencias de seguridad, comprobaciones de seguridad, autenticación de dos factores',
};
