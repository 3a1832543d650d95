// A sample case: pieces of wood, cloth and metal in foam.
#declare Zoom = 19; #declare LookY = 0.78; #declare CamY = 4.6;
#include "stage.inc"
#declare R = seed(2);
union {
 union { difference { RBox(<-1.4,0,-.9>,<1.4,.46,.9>,.05) box { <-1.32,.2,-.82>,<1.32,1,.82> } } texture { Satin } }
 box { <-1.33,.1,-.83>,<1.33,.34,.83> Rub(srgb <.13,.14,.16>) }
 #declare i = 0; #while (i<5) #declare j = 0; #while (j<2)
  union { RBox(<-.20,0,-.32>,<.20,.12,.32>,.03)
   #switch (i+j*5)
    #case (0) texture { Pine } #break #case (1) texture { Ash } #break #case (2) texture { WhiteP } #break #case (3) Pl(SlateM) #break #case (4) texture { Satin } #break
    #case (5) Fab(Sky) #break #case (6) Fab(Clay) #break #case (7) Fab(srgb <.86,.80,.68>) #break #case (8) Fab(Slate) #break #case (9) Fab(Gold) #break
   #end
   translate <-1.04+i*.52,.32,.40-j*.80> }
 #declare j = j+1; #end #declare i = i+1; #end
 union { union { RBox(<-1.4,0,-.08>,<1.4,1.78,.08>,.05) texture { Satin } } box { <-1.30,.1,-.10>,<1.30,1.68,-.07> Rub(srgb <.13,.14,.16>) } object { Pane(.42,.56,.02) translate <0,.9,-.10> Pl(Paper) } rotate x*20 translate <0,.44,.92> }
 union { sphere_sweep { linear_spline 4 <-.36,.24,-.90>,.05 <-.30,.24,-1.16>,.05 <.30,.24,-1.16>,.05 <.36,.24,-.90>,.05 } Rub(Coal) }
 #declare s = -1; #while (s<2) union { RBox(<s*.9-.12,.14,-.97>,<s*.9+.12,.44,-.88>,.03) Pl(Clay) } #declare s = s+2; #end
 texture { Satin }
 rotate y*-26 scale .9 translate <.05,0,.1> }
