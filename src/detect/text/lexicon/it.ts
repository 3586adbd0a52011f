import type { Lexicon } from './concepts.js';

/** Italian. */
export const it: Lexicon = {
  take: 'leggi, leggere, apri, aprire, raccogli, copia, copiare, estrai, ottieni, recupera, prendi, cerca',
  give: 'invia*, inviare, includi, includere, aggiungi*, aggiungere, allega*, allegare, passa, passalo, passare, metti*, mettilo, inserisci*, inserire, trasmetti, carica, inoltra*, inoltrare, scrivi, manda, mandalo, pubblica, incolla, fornisci, spedisci',
  run: 'esegui, eseguire, avvia, lancia, chiama',
  fetch: 'scarica, scaricare',
  follow: 'segui, obbedisci, rispetta, seguire, obbedire, applica, attieniti',
  decode: 'decodifica, decifra',
  disclose:
    'dire, dica, dirlo, dirgli, menzionare, menziona, rivelare, rivela, informare, informa, mostrare, mostra, avvisare, avvisa, notificare, accennare, parlarne, comunicare, segnalare, riferire, spiegare, farne parola',
  hush: "in silenzio, silenziosamente, in segreto, segretamente, di nascosto, discretamente, nascondi, tieni nascosto, all'insaputa, senza che l'utente",
  claim: "rispondi, afferma, di' che, assicura",
  store: 'ricorda, memorizza, salva',
  void: 'ignora, ignorare, dimentica, dimenticare, trascura, scarta, annulla, sovrascrivi, non tenere conto, aggira, disattendi',
  earlier: 'precedenti, precedente, tutte, tutti, sopra, originali, ricevute, iniziali, esistenti, di sistema, qualsiasi',
  instructions: 'istruzion*, regole, regola, ordini, direttive, linee guida, vincoli, restrizioni, limiti, indicazioni',
  secret:
    "chiave privata, chiavi private, credenziali, variabili d'ambiente, variabili d’ambiente, variabili di ambiente, frase seed, token di accesso, tutte le password, password salvate, chiavi ssh",
  credential: "parola d'ordine, chiave, chiavi, segreto, segreti",
  context: 'conversazione, cronologia, prompt di sistema, messaggio di sistema, appunti, rubrica, dialogo',
  prompt: 'prompt di sistema, messaggio di sistema',
  slot: 'campo, argomento, parametro, intestazione, richiesta, commento, nota',
  user: 'utente, utenti, cliente, persona',
  negate: 'non, mai, senza, niente, nulla, né, vietato, evita, nessun, nessuna',
  every: 'sempre, ogni, prima di usare, prima di chiamare, prima di ogni, ogni volta, innanzitutto, prima di, devi',
  whole: 'completo, completa, intero, intera, tutto, tutta, integrale, parola per parola',
  ask: 'chiedere, chiedi, conferma, confermare, permesso, autorizzazione, approvazione, domandare, consenso',
  risky:
    'eliminare, cancellare, eliminazion*, cancellazion*, pagare, pagament*, trasferi*, bonific*, eseguire, esegui, comand*, acquist*, pubblicare, azion*, ordine',
  consent:
    'ha già acconsentito, ha acconsentito, hanno acconsentito, ha già approvato, ha approvato, ha già autorizzato, ha autorizzato, hanno autorizzato, ha già accettato, ha dato il consenso',
  broken: 'rotto, rotta, non sicur*, insicur*, obsolet*, difettos*, non funziona',
  instead: 'al suo posto, al posto, invece di, invece, sostituisce',
  otherTools: 'altri strumenti, altro strumento',
  elsewhere: 'altri strumenti, altro strumento, altro server, altri server',
  verdict: 'offline, sicuro, sicura, non salva nulla, non memorizza, nessun problema, non raccoglie',
  wipe: 'elimina, cancella, distruggi, sovrascrivi, rimuovi',
  precious: 'cartella home, directory home, backup, database, tutti i file',
  memory: 'memoria',
  trust: 'affidabil*, attendibil*, autorizzat*, senza revisione, approvat*',
  coerce: 'altrimenti, in caso contrario, fallirà, non funzionerà',
  recipient: 'destinatari*, copia nascosta, beneficiari*, conto bancario',
  unbound: 'senza restrizioni, senza limiti, senza regole',
  persona: 'agisci come, ora sei, fingi di essere, comportati come',
  mention: 'aggressore, attaccante*, esempio, ad esempio, attacco, attacchi, rileva*, malevol*, dannos*, sospett*, rifiuta*, campione',
  agent: 'assistente, agente, modello',
};
