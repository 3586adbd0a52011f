import type { Lexicon } from './concepts.js';

/** Portuguese. */
export const pt: Lexicon = {
  take: 'leia, ler, abra, abrir, colete, coletar, copie, copiar, extraia, obtenha, recolha, busque, pegue, reúna, extrair, pegar, reunir, procure, procurar, exportar, capturar, comprima, imprima, obter',
  give: 'envie*, enviar, inclua, incluir, adicione, adicionar, anexe, anexar, passe, passar, coloque*, colocar, transmita, insira, inserir, encaminhe, encaminhar, escreva, mande, poste, carregue, acrescente, transfira, forneça, ponha, envie, mandar, publique, publicar, transmitir, entregue, entregar, coloque, compartilhe, compartilhar, partilhe, cole, deposite, vai para, vão para, deve ir para, é enviado, são enviad*, é enviada, reporte, despache',
  run: 'execute, executar, rode, inicie, invoque, chame, iniciar, execute-o, ponha em execução, rodar',
  fetch: 'baixe, descarregue, busque, obtenha, obter, traga, recupere, recuperar, carregue',
  follow: 'siga, obedeça, cumpra, seguir, obedecer, aplique',
  decode: 'decodifique, descodifique, decifre',
  disclose:
    'diga, dizer, conte, contar, mencione, mencionar, revele, revelar, informe, informar, mostre, mostrar, avise, avisar, notifique, comente, explique, comunique',
  hush: 'silenciosamente, em silêncio, em segredo, discretamente, secretamente, às escondidas, oculte, esconda, sem que o usuário, sem que o utilizador, sem avisar, sem dizer, sem mencionar, sem informar',
  claim: 'responda, diga que, afirme, garanta',
  store: 'lembre*, guarde, memorize, salve, grave na memória',
  void: 'ignore, ignorar, esqueça, desconsidere, descarte, anule, sobrescreva, desobedeça, deixe de lado, contorne',
  earlier: 'anteriores, anterior, prévias, todas, todos, acima, originais, recebidas, existentes, dadas, do sistema, qualquer',
  instructions: 'instruç*, regras, regra, ordens, orientações, diretrizes, comandos, restrições, limites, indicações',
  secret:
    'chave privada, chaves privadas, credenciais, variáveis de ambiente, frase semente, token de acesso, todas as senhas, senhas salvas, chaves ssh, chaves de api, chave de api, chaveiro, chave ssh, arquivo .env, ficheiro .env, cookies de sessão',
  credential: 'senha, senhas, chave, chaves, segredo, segredos, palavra-passe',
  context:
    'conversa, histórico, prompt do sistema, mensagem do sistema, área de transferência, contatos, diálogo, captura de tela, capturas de tela, código-fonte, código fonte, conversas, pasta do projeto, agenda, dados de clientes, dados dos clientes, todos os arquivos, mensagens do usuário, lista de arquivos',
  prompt: 'prompt do sistema, mensagem do sistema',
  slot: 'campo, argumento, parâmetro, cabeçalho, consulta, comentário, nota',
  user: 'usuário*, utilizador*, cliente*, pessoa',
  negate:
    'não, nunca, sem, jamais, nada, nem, proibido, evite, nenhum, nenhuma, é proibido, não deve, não devem, não pode, recuse, rejeite, ninguém',
  every: 'sempre, cada, toda vez, antes de usar, antes de chamar, antes de cada, primeiro, antes de, deve',
  whole: 'completo, completa, inteiro, inteira, todo, toda, íntegra, literal',
  ask: 'perguntar, pergunte, confirmação, confirmar, confirme, permissão, pedir, peça, solicitar, autorização, aprovação, consentimento',
  risky:
    'excluir, apagar, exclus*, pagar, pagamento*, transferir, transferência*, executar, execute, comando*, comprar, publicar, ação, ações, qualquer ordem',
  consent:
    'já concordou, concordou, já aprovou, já autorizou, deu consentimento, já consentiu, já aceitou, concordaram, autorizaram, aprovaram',
  broken: 'quebrad*, insegur*, obsolet*, defeituos*, não funciona, com defeito',
  instead: 'em vez de, no lugar, em seu lugar, substitui, sempre esta, só esta, apenas esta, somente esta',
  otherTools: 'outras ferramentas, outra ferramenta, demais ferramentas',
  elsewhere: 'outras ferramentas, outra ferramenta, outro servidor, servidor',
  verdict: 'offline, segur*, não armazena, não guarda, nenhum problema, não coleta',
  wipe: 'apague, exclua, destrua, sobrescreva, remova, apagar, excluir, destruir, sobrescrever, remover, eliminar, esvazie, esvaziar, formatar, criptografe, criptografar, limpe',
  precious:
    'diretório pessoal, pasta pessoal, backups, banco de dados, todos os arquivos, diretório home, diretório do usuário, pasta do usuário, pasta home, disco rígido, todos os dados, todas as tabelas, bancos de dados, base de dados, todos os documentos, cópias de segurança, ramo principal, branch main, branch master, branch principal, todos os branches, histórico do git, produção',
  memory: 'memória',
  trust: 'confiável, confiáveis, autorizad*, sem revisão, aprovad*',
  coerce: 'caso contrário, senão, falhará, não funcionará',
  recipient: 'destinatário*, cópia oculta, beneficiário*, conta bancária',
  unbound: 'sem restrições, sem limites, sem regras',
  persona: 'aja como, agora você é, finja ser, comporte-se',
  mention: 'atacante*, invasor*, exemplo*, por exemplo, ataque*, detecta*, malicios*, suspeit*, rejeita*, amostra*, injeção',
  agent: 'assistente*, agente*, modelo',
  disable: 'desative, desativar, desabilite, desabilitar, desligue, desligar, pular, parar, contorne, contornar',
  protection: 'antivírus, verificação de certificados, avisos de segurança, verificações de segurança, autenticação de dois fatores',
};
